"""Tests of the command line, the terminal game and its opponent."""
