"""What every game shares; it knows no game."""
