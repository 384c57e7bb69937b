"""The toolkit of the terminal UI, shared by all games: canvas, lists of steps, palette, screen, UI interface."""
