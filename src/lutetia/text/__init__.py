"""Games in words, shared by the pages, the terminal and the replay files; each game's own texts are in its folder."""
