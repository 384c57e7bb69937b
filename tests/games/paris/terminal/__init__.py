"""Tests of Paris in the terminal."""
