"""Tests of La Cité de la Lumière, by the ids of docs/rules/lumiere.md."""
