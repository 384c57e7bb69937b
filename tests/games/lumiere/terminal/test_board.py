"""The board as a person without colours sees it."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from cli.helpers import played
from lutetia.games.lumiere.terminal.board import LARGE, SMALL, BoardPicture, legend
from lutetia.terminal.screen import Screen, show

PAVING = {
    "orange": "a1 b1 a2 c1 c2 c3 d3",
    "blue": "b2 d1 d2 e1 e2 f1",
    "mixed": "a3 b4",
    "lamp": "b3 f2",
}


def view(**position: Any) -> dict[str, Any]:
    """A small position: the top left of a board."""
    empty: dict[str, Any] = {
        "squares": [],
        "paving": {space: kind for kind, spaces in PAVING.items() for space in spaces.split()},
        "buildings": [],
        "pieces": [],
        "lamps": [
            {"space": "b3", "kind": "printed", "lights": ["b2", "a3", "c3", "b4"]},
            {"space": "f2", "kind": "printed", "lights": ["f1", "e2"]},
        ],
    }
    return {"position": empty | position}


def building(name: str, owner: str, spaces: str, lamps: str = "", annex: str | None = None) -> dict[str, Any]:
    listed = spaces.split()
    return {
        "name": name,
        "owner": owner,
        "spaces": listed,
        "annex": annex,
        "size": len(listed),
        "lamps": lamps.split(),
        "points": len(listed) * len(lamps.split()),
    }


def drawn(board: BoardPicture, rows: int) -> str:
    """The first rows as text."""
    return "\n".join(line.plain.rstrip() for line in board.lines()[:rows])


PLACED = {
    "buildings": [
        building("V3", "orange", "a1 b1 a2"),
        building("O4", "blue", "d1 e1 d2 e2", "f2"),
    ],
    "pieces": [
        {"name": "statue", "owner": "orange", "spaces": ["c1"], "facing": "south"},
        {"name": "painter", "owner": "blue", "spaces": ["b2"], "facing": None},
    ],
}


def test_large() -> None:
    assert drawn(BoardPicture(view(**PLACED), LARGE), 13) == (
        "    a     b     c     d     e     f     g     h\n"
        "  ┏━━━━━━━━━━┓╭────╮╔══════════╗\n"
        "1 ┃●V3   3×0 ┃│ ♗▼ │║■O4       ║ ≡≡≡≡\n"
        "  ┃    ┏━━━━━┛╰────╯║          ║\n"
        "  ┃    ┃╭────╮      ║          ║ \\  /\n"
        "2 ┃    ┃│ ☻■ │ ∩∩∩∩ ║      4×1 ║  ☼☼\n"
        "  ┗━━━━┛╰────╯      ╚══════════╝ /  \\\n"
        "         \\  /\n"
        "3  ◊◊◊◊   ☼☼   ∩∩∩∩  ∩∩∩∩\n"
        "         /  \\\n"
        "\n"
        "4        ◊◊◊◊\n"
    )


def test_small() -> None:
    assert drawn(BoardPicture(view(**PLACED), SMALL), 8) == (
        "   a   b   c   d   e   f   g   h\n"
        "1 ┏V3━━×0┓╭♗▼╮╔O4════╗ ≡≡\n"
        "  ┃  ┏━━━┛╰──╯║      ║\n"
        "2 ┃  ┃╭☻■╮ ∩∩ ║    ×1║\\☼☼/\n"
        "  ┗━━┛╰──╯    ╚══════╝/  \\\n"
        "3  ◊◊ \\☼☼/ ∩∩  ∩∩\n"
        "      /  \\\n"
        "4      ◊◊"
    )


def test_an_annex_and_the_garden() -> None:
    grown = view(
        buildings=[
            building("I3", "blue", "d1 e1 f1 d2", "f2", annex="d2"),
            building("garden", "orange", "c2 c3", "b3"),
        ]
    )
    text = drawn(BoardPicture(grown), 10)
    assert "■I3" in text
    assert "4×1" in text
    assert "▤▤▤▤" in text
    assert "●♣" in text
    assert "2×1" in text


def test_empty_squares_show_their_names_and_marks_are_visible() -> None:
    text = drawn(BoardPicture(view(squares=["C2", "D4"]), highlighted=["c1"], recent=["e1"]), 25)
    assert " C2 " in text
    assert " D4 " in text
    assert "┌    ┐" in text
    assert "»≡≡≡≡«" in text


def test_the_last_build_is_highlighted() -> None:
    assert "»●V3" in drawn(BoardPicture(view(**PLACED), recent=["a1", "b1", "a2"]), 4)


def test_the_legend_names_what_lies_there() -> None:
    assert [words for _sign, words in legend(view(**PLACED))] == [
        "orange",
        "blue",
        "mixed",
        "street lamp",
        "painter",
        "statue",
    ]


def test_every_kind_of_ground_has_its_own_sign() -> None:
    signs = {sign for sign, _words in legend(view())}
    assert len(signs) == 4


@pytest.mark.parametrize(("wide", "high"), [(80, 24), (80, 50), (100, 40), (120, 30), (120, 45), (200, 60)])
@pytest.mark.parametrize("steps", [0, 7, 20, 34, 400])
def test_no_line_is_wider_than_the_terminal(wide: int, high: int, steps: int) -> None:
    game = played(11, steps, "random", postcards="random", two_tiles=True)
    lines = Screen(game.view(game.seat), {"orange": "you", "blue": "bot"}, game.seat).lines(wide, high)
    assert max(line.cell_len for line in lines) < wide
    assert len(lines) <= max(high, 31)


def test_the_same_words_with_and_without_colour() -> None:
    import re
    from io import StringIO

    game = played(11, 30, "greedy")
    texts = []
    for system in (None, "truecolor"):
        out = StringIO()
        console = Console(file=out, width=100, height=40, color_system=system, force_terminal=True, no_color=False)
        show(console, Screen(game.view(None)))
        texts.append(out.getvalue())
    assert "\x1b[38;2;" in texts[1]
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", text) for text in texts]
    assert [line.strip() for line in bare[0].splitlines()] == [line.strip() for line in bare[1].splitlines()]


def test_a_tile_is_drawn_as_it_will_lie() -> None:
    """What r0 to r3 show is what the board shows once the tile is down."""
    import lutetia
    from lutetia.games.lumiere.text.steps import bundled, turned

    game = lutetia.new("lumiere", seed=2, options={"first": "blue"})
    (tile,) = game.view("blue")["position"]["held"]["blue"]
    for turn in range(4):
        twin = game.copy()
        twin.play(f"tile {tile} B3 r{turn}")
        paving = twin.view(None)["position"]["paving"]
        rows = turned(tile, turn, "blue", bundled())
        assert rows == ((paving["c5"], paving["d5"]), (paving["c6"], paving["d6"]))
