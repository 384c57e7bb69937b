"""Nosegay drawn, as the default draws it: pictures, pages and screens, without secrets."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

import lutetia
from lutetia.drawing import open_svg, picture, replay_page

NAMES = {"{http://www.w3.org/2000/svg}text"}


def played(steps: int, players: int = 3) -> lutetia.Game:
    game = lutetia.new("nosegay", seed=5, players=players)
    chance = random.Random(5)
    for _step in range(steps):
        game.play(chance.choice(game.legal()))
    return game


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter() if node.tag in NAMES]


def test_a_picture_shows_the_parts_as_cells():
    game = played(7)
    found = texts(game.svg("p1"))
    seats = game.view("p1")["position"]["seats"]
    assert found[0] == "Nosegay"
    assert {"Player 1", "Player 2", "Player 3", "shown", "hand", "hidden", "bee", "still drawn"} <= set(found)
    assert set(seats["p1"]["hand"]) <= set(found)
    assert found.count("?") == sum(part.count(None) for seat in seats.values() for part in seat.values())
    assert not any("{" in text or "[" in text for text in found)  # no JSON
    assert picture(game.svg()).startswith(b"\x89PNG")


@pytest.mark.parametrize("viewer", ["p1", "p2", "p3", None])
def test_pictures_and_screens_keep_secrets(viewer):
    game = played(7)
    setup = game.record()["setup"]
    view = str(game.view(viewer))
    secret = [card for cards in (*setup["hands"].values(), setup["pile"]) for card in cards if card not in view]
    assert secret
    for shown in (game.svg(viewer), game.ansi(viewer)):
        assert [card for card in secret if card in shown] == []
    if viewer is None:
        assert "?" not in texts(open_svg(game))


def test_the_replay_page_has_every_position():
    game = played(0)
    while not game.over:
        game.play(game.legal()[-1])
    page = replay_page(game.record())
    assert "Nosegay" in page
    assert all(step in page for turn in game.record()["turns"] for step in turn["steps"])


def test_a_screen_for_the_terminal():
    screen = played(7).ansi("p2", wide=80, colour=False)
    assert "Nosegay" in screen
    assert "hand" in screen
    assert max(map(len, screen.splitlines())) <= 80
