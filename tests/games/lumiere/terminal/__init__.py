"""Tests of La Cité de la Lumière in the terminal."""
