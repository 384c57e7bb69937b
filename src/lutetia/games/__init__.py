"""The games, each in a folder of its own; none knows another."""
