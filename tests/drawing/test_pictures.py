"""Pictures: self-contained, without what the viewer may not know, and the same on every machine."""

from __future__ import annotations

import random
import re
import struct
import sys
from xml.etree import ElementTree

import pytest

import lutetia
from lutetia import drawing
from lutetia.core.i18n import language

from configurations import CONFIGURATIONS, new, walk

PNG = b"\x89PNG\r\n\x1a\n"


def midway(name: str, seed: int = 4, part: float = 0.6) -> lutetia.Game:
    """A game of this table, somewhere in it."""
    whole = new(name, seed)
    steps = list(walk(whole, random.Random(seed)))
    game = new(name, seed)
    for step in steps[: int(len(steps) * part)]:
        game.play(step)
    return game


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_viewer_gets_a_valid_picture(name):
    for part in (0, 0.3, 0.7, 1):
        game = midway(name, part=part)
        for seat in (None, *game.ruleset.seats):
            root = ElementTree.fromstring(game.svg(seat))
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            used = {element.get("href", "")[1:] for element in root.iter() if element.get("href")}
            assert used <= set(ids)
            assert all(found.startswith(game.ruleset.game) for found in ids)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_picture_hides_what_its_viewer_may_not_know(name):
    """Games that a viewer cannot tell apart look alike to that viewer; everything else would be a leak."""
    for part in (0.1, 0.5, 0.9):
        game = midway(name, part=part)
        for seat in (None, *game.ruleset.seats):
            for seed in range(3):
                assert lutetia.imagine(game.view(seat), seed).svg(seat) == game.svg(seat)


def test_a_seat_sees_its_own_hand():
    game = midway("lumiere starter", part=0.1)
    assert game.svg("orange") != game.svg(None) != game.svg("blue") != game.svg("orange")
    closed = midway("paris for three, closed")
    assert closed.svg("p1").count("? F") == 2
    assert closed.svg(None).count("? F") == 3
    assert "? F" not in drawing.open_svg(closed)


def test_a_notebook_shows_the_spectator_s_picture():
    game = midway("paris for three, closed")
    assert game._repr_svg_() == game.svg() == game.svg(None)


def test_an_unknown_seat_is_refused():
    with pytest.raises(ValueError, match=r"there is no seat p9; there are: p1, p2"):
        new("paris for two", 1).svg("p9")


@pytest.mark.parametrize("name", ["lumiere random", "paris for four"])
def test_it_asks_nobody_for_anything(name):
    drawn = midway(name).svg()
    assert set(re.findall(r"https?://[^\"' ]+", drawn)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"url\((?!#)|@import|@font-face|var\(|<script|<image", drawn)


def test_pictures_of_both_games_can_stand_on_one_page():
    """The styles of a picture apply only to it, and no id is in both."""
    one, other = midway("lumiere random").svg(), midway("paris for two").svg()
    for drawn, theme in ((one, "night"), (other, "day")):
        rules = re.search(r"<style>(.*?)</style>", drawn, re.DOTALL)[1].strip().splitlines()
        assert len(rules) > 5
        assert all(rule.startswith(f".lutetia.{theme} ") for rule in rules)
    assert not set(re.findall(r'\bid="([^"]+)"', one)) & set(re.findall(r'\bid="([^"]+)"', other))


def test_names_are_text():
    game = midway("lumiere random")
    drawn = drawing.svg(game, None, dict.fromkeys(game.ruleset.seats, "<b>&"))
    assert "<b>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn


# ---- pixels -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lumiere random", "paris for four"])
def test_pixels(name):
    drawn = midway(name).svg()
    png = drawing.picture(drawn, 600)
    wide, high = (float(re.search(rf'{side}="(\d+)"', drawn)[1]) for side in ("width", "height"))
    assert size(png) == (600, round(600 * high / wide))
    assert png == drawing.picture(drawn, 600)
    assert size(drawing.picture(drawn)) == (wide, high)
    assert drawing.picture(re.sub(r"<text.*?</text>", "", drawn), 600) != png  # its letters are there


def test_the_fonts_have_the_letters_of_every_language():
    """Of each sign, in each of our fonts, something else is drawn than of a sign that is in no font."""

    def drawn(sign: str, style: str) -> bytes:
        words = f'<text x="4" y="30" font-size="28" {style}>{sign}</text>'
        return drawing.picture(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{words}</svg>')

    for style in ('font-weight="600"', 'font-family="Bodoni Moda" font-style="italic"'):
        missing = drawn("\ue000", style)
        for sign in "aZ7ąęłżźĄĘŁŻŹčřěůŠŽãõçÀÊœÉ−×…·?+":
            assert drawn(sign, style) != missing, (sign, style)


def test_pixels_as_an_array():
    found = drawing.array(midway("paris for two").svg(), 300)
    assert found.shape == (size(drawing.picture(midway("paris for two").svg(), 300))[1], 300, 3)
    assert found.dtype == "uint8"
    assert min(found[0, 0]) > 250  # white behind the rounded corner
    assert tuple(found[2, 298]) == (0xF5, 0xEC, 0xD7)  # the ground of the day


@pytest.mark.parametrize("width", [0, -1, 9000, 2.5, "600", True])
def test_an_invalid_width_is_refused(width):
    with pytest.raises(ValueError, match="from 1 to 8192"):
        drawing.picture("<svg/>", width)


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(drawing.NoPixels, match=r"pip install 'lutetia\[pictures\]'"):
        drawing.picture(new("paris for two", 1).svg())


# ---- letters in a terminal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lumiere random", "paris for three, closed"])
def test_the_terminal_s_picture_as_text(name):
    before = language.set("en")
    try:
        game = midway(name)
        coloured, plain = game.ansi(), game.ansi(colour=False)
        assert "\x1b[" in coloured
        assert "\x1b" not in plain
        assert max(map(len, plain.splitlines())) <= 120
        assert max(map(len, game.ansi(wide=80, colour=False).splitlines())) <= 80
        for seat in (None, *game.ruleset.seats):
            assert lutetia.imagine(game.view(seat), 5).ansi(seat) == game.ansi(seat)
    finally:
        language.reset(before)
