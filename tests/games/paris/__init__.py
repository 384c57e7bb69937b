"""Tests of Paris."""
