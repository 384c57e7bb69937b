"""Games told in words: what every door says alike, the terminal, the pages and the replay files."""
