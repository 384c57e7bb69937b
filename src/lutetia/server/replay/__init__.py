"""A game as one HTML file: page.py writes the document, a file per game draws its positions in SVG."""
