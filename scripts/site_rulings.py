"""The page of the documentation site about our rulings, from the games' own files."""

from __future__ import annotations


def rulings_page() -> str:
    """Every ruling of every game: the question, our answer and its reason, and what each rulebook says."""
    from lutetia.games import manifests
    from lutetia.text.rulings import SILENT, books, rulings

    parts = [
        "# Our rulings",
        "Where the published rulebooks are silent or disagree: what each of them says, in our words, and "
        "why we rule so.",
    ]
    for game in manifests():
        told = rulings(game.name)
        parts += [f"## {game.title}"] if told else []
        for one in told:
            rows = [
                f"| {', '.join(books(game.name)[book] for book in source.books)} | {source.section} "
                f"| {source.says or SILENT} |"
                for source in one.sources
            ]
            parts += [
                f"### {', '.join(one.rules)}: {one.question} {{ #{game.name}-{one.id} }}",
                f"**{one.ruling}** {one.why}",
                "\n".join(["| book | section | what it says |", "|---|---|---|", *rows]),
            ]
    return "\n\n".join(parts) + "\n"
