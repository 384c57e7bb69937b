"""The screen of Paris: the board, the lists of steps, and what the log may show."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

import lutetia
from lutetia.core.game import Game
from lutetia.games.paris.terminal import UI, board, labels, palette, steps, texts
from lutetia.games.paris.text.steps import data_of, tile
from lutetia.terminal.entry import parse
from lutetia.terminal.screen import Screen, show

from games.paris.playing import after, played

QUESTIONS = ("pay", "track", "section", "vp", "pair", "site")
SIZES = [(80, 24), (80, 50), (100, 40), (120, 30), (120, 45), (200, 60)]


# ---- the screen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps_taken", [0, 30, 90, 150, 1000])
@pytest.mark.parametrize("players", [2, 4])
def test_no_line_is_wider_than_the_terminal_and_no_screen_higher(players: int, steps_taken: int) -> None:
    game = played(11, after(steps_taken), "random", players=players, advanced=True)
    view = game.view(game.seat)
    names = {"p1": "you"} | dict.fromkeys(game.ruleset.seats[1:], "bot")
    for wide, high in SIZES:
        menu = steps.main_menu(view, game.legal(), {}, small=high < 32) if game.legal() else None
        lines = Screen(view, names, game.seat, menu=menu, question=[]).lines(wide, high)
        assert max(line.cell_len for line in lines) < wide
        if not game.over:
            assert len(lines) < high, (wide, high)


def test_the_same_words_with_and_without_colour() -> None:
    game = played(11, after(60))
    shown = []
    for system in (None, "truecolor"):
        out = StringIO()
        console = Console(file=out, width=100, height=40, color_system=system, force_terminal=True, no_color=False)
        show(console, Screen(game.view(None)))
        shown.append(re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()))
    assert [line.strip() for line in shown[0].splitlines()] == [line.strip() for line in shown[1].splitlines()]


def test_a_district_is_an_elevation() -> None:
    """Landmarks on top, values falling to the bank; a token until a key has come, then the key."""
    game = lutetia.new("paris", seed=3)
    view = game.view("p1")
    part = view["position"]["districts"]["Montmartre"]
    part["buildings"]["8"] |= {"type": "hotel"}
    part["buildings"]["3"] |= {"type": "restaurant", "token": None, "keys": ["p1"]}
    part["landmarks"] = {"L9": {"keys": ["p2"]}, "L12": {"keys": []}}
    part["bank"]["keys"] = ["p1", "p2"]
    part["keys"] = 2
    view["position"]["standings"]["Montmartre"] = [
        {"seat": "p2", "sum": 9, "highest": 9, "place": 1, "by": "sum", "points": 0},
        {"seat": "p1", "sum": 3, "highest": 3, "place": 2, "by": "sum", "points": 0},
    ]
    column = [line.plain[:15].rstrip() for line in board.city(view, 98, ["Montmartre:8"], [], compact=False)]
    assert column == [
        " Montmartre",
        " ▮▮·· keys",
        " 12 Panthéon",
        " 9 Moulin Ro…■2",
        "►8 hotel     ▪g",
        " 5 ··········▪m",
        " 4 ··········▪w",
        " 3 restaurant●1",
        " 2 ··········★s",
        " 1 ··········★b",
        " bank 4 F  ●1■2",
        " ■9 ●3",
    ]


def test_every_seat_and_token_has_its_own_sign() -> None:
    assert len(set(palette.SIGN.values())) == 4
    assert len({sign for sign, _colour in palette.TOKENS.values()}) == 6


def test_every_tile_has_a_long_and_a_short_text() -> None:
    data = data_of({"edition": 1})
    for number in range(1, 31):
        assert "{" not in tile(number, data, 3)
        assert len(texts.short(number, data)) <= 5


# ---- lists and questions -----------------------------------------------------------------------------------------


def test_every_question_is_asked_in_words() -> None:
    """These random games meet them all; every list holds all legal steps, once each."""
    met: set[str] = set()
    for seed in (0, 1, 23):
        options = {"any_district": seed % 2 == 1, "advanced": seed % 3 == 0}

        def look(game: Game, _number: int) -> bool:
            view = game.view(game.seat)
            asked = view["position"]["question"]
            kind = asked["ask"] if asked else view["position"]["phase"]
            met.add(kind)
            assert "{" not in UI.question(view, game.legal())
            for small in (False, True):
                menu = steps.main_menu(view, game.legal(), {}, small=small)
                assert sorted(menu.steps) == game.legal()
                for entry in menu.entries:
                    assert sorted(steps.submenu(view, entry.steps, {}).steps) == sorted(entry.steps)
            return False

        played(seed, look, "random", **options)
    assert met >= {*QUESTIONS, "draw", "action", "done"}


def test_the_text_of_a_move_names_price_and_gain() -> None:
    game = played(4, lambda game, _n: sum(step.startswith("move ") for step in game.legal()) > 8)
    view = game.view(game.seat)
    move = next(step for step in game.legal() if step.startswith("move ") and ":L" not in step)
    explained = labels.note(view, move)
    (goal,) = (
        goal for key in view["position"]["moves"] for goal in key["goals"] if f"move {key['from']} {goal['to']}" == move
    )
    assert explained.startswith(f"{goal['francs']} F")
    by_key = steps.main_menu(view, game.legal(), {})
    origins = [entry for entry in by_key.entries if entry.prefix.startswith("move ")]
    assert all(len(entry.prefix.split(" ")) == 2 for entry in origins)
    listed = steps.submenu(view, origins[0].steps, {})
    prices = [int(re.match(r"(\d+) F", entry.note)[1]) for entry in listed.entries]  # type: ignore[index]
    assert prices == sorted(prices)


def test_the_turn_can_be_ended_by_the_first_number() -> None:
    game = played(4, lambda game, _n: "done" in game.legal() and len(game.legal()) > 3)
    menu = steps.main_menu(game.view(game.seat), game.legal(), {})
    assert parse("1", menu, game.legal(), UI).steps == ("done",)
    assert parse("d", menu, game.legal(), UI).steps == ("done",)


def test_headings_stand_over_their_kinds() -> None:
    game = played(4, lambda game, n: n > 40 and any(step.startswith("sell") for step in game.legal()))
    menu = steps.main_menu(game.view(game.seat), game.legal(), {})
    shown = [line.plain for line in menu.lines(110, palette.COLOURS, 20)]
    assert "Trade" in "\n".join(shown)
    assert not any("Trade" in line.plain for line in menu.lines(110, palette.COLOURS, 4))


def test_worth_is_what_the_facade_previews() -> None:
    game = played(4, lambda game, n: n > 60 and any(step.startswith("use ") for step in game.legal()))
    seat = game.seat
    for step, gain in steps.gains_of(game).items():
        assert gain.own == game.preview(step)[seat]["total"]


# ---- what the updates may tell --------------------------------------------------------------------------------------


def test_the_log_hides_what_its_reader_may_not_know() -> None:
    game = played(
        4, lambda game, _n: any(step.startswith("end ") for turn in game.record()["turns"] for step in turn["steps"])
    )
    turns = game.record()["turns"]
    at = next(i for i, turn in enumerate(turns) if any(step.startswith("end ") for step in turn["steps"]))
    taker = turns[at]["seat"]
    other = next(seat for seat in game.ruleset.seats if seat != taker)
    assert "takes an end-game tile" in UI.log(game.view(other), {})[at]
    assert "takes the end-game tile " in UI.log(game.view(taker), {})[at]
    assert UI.log(game.view(taker), {taker: "Ana"})[at].startswith(f"{palette.SIGN[taker]} Ana ")
