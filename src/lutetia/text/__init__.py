"""Texts about games, shared by the pages, the terminal and the replay pages. Each game's texts are in its folder."""
