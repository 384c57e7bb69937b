"""What stands beside and below the board: the score by source, the postcards, the shapes and tiles at hand."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import palette, shapes, texts
from lutetia.games.lumiere.terminal.board import legend
from lutetia.games.lumiere.text import steps
from lutetia.terminal.canvas import Block, fit, flow, wrapped

Players = Mapping[str, str]
"""Who sits where, in a word: {"orange": "you", "blue": "bot"}."""


def title(view: Json, room: int) -> Text:
    """The line above everything: the game, the half, the turn, whose decision it is."""
    line = Text().append(f" {_(texts.GAME)} ", style=f"bold {palette.NIGHT} on {palette.GOLD}")
    position = view["position"]
    phase = texts.phase(position["phase"])
    line.append("  ")
    line.append(phase if view["over"] else _("{phase}, turn {n}", phase=phase, n=_turn(view)))
    if view["seat"]:
        line.append("   ")
        line.append_text(seat(view["seat"]))
        line.append(" " + _("to move"))
    return fit(line, room)


def _turn(view: Json) -> int:
    """The turn being taken, from 1; a turn whose second step is due is the same turn."""
    return len(view["turns"]) + (view["position"]["question"] is None)


def seat(name: str, words: str = "") -> Text:
    """A seat with its pot, in its colour."""
    said = _(texts.SEATS[name]) + (f" ({words})" if words else "")
    return Text().append(f"{palette.POT[name]} {said}", style=f"bold {palette.SEAT[name]}")


def score(view: Json, players: Players, room: int, *, brief: bool = False) -> Block:
    """Points by source as they stand, and the tokens left; `brief`: only the total of the sources."""
    position, seats = view["position"], view["seats"]
    column = min(16, (room - 14) // len(seats))
    first = max(8, room - column * len(seats))
    head = fit(Text().append(_("Score"), style=f"bold {palette.GOLD}"), first)
    for name in seats:
        head.append_text(_right(seat(name, players.get(name, "")), column))
    rows: Block = [head]
    for source, words in texts.SOURCES.items():
        if brief and source != "total":
            continue
        strong = "bold " if source == "total" else ""
        row = fit(Text().append(_(words), style=strong or None), first)
        for name in seats:
            points = position["scores"][name][source]
            row.append_text(_right(Text(texts.number(points), style=f"{strong}{palette.SEAT[name]}"), column))
        rows.append(row)
    row = fit(Text(_("tokens")), first)
    whole = steps.data_of(view)["counts"]["action_tokens"]
    for name in seats:
        left = position["tokens"][name]
        pots = palette.POT[name] * left + palette.EMPTY_POT[name] * (whole - left)
        row.append_text(_right(Text(pots, style=palette.SEAT[name]), column))
    return [*rows, row]


def _right(text: Text, room: int) -> Text:
    text = text.copy()
    text.truncate(room - 1, overflow="ellipsis")
    text.pad_left(room - text.cell_len)
    return text


def postcards(view: Json, room: int, best: Mapping[str, int], *, effects: bool) -> Block:
    """The postcards in play: state, owner, and what they do. `best`: what an open one would bring now, by name."""
    position, data = view["position"], steps.data_of(view)
    cards = position["postcards"]
    opened = sum(card["state"] == "open" for card in cards)
    head = fit(Text().append(_("Postcards"), style=f"bold {palette.GOLD}"), room - 12)
    head.append_text(_right(Text(_("open: {n}", n=opened), style=palette.FAINT), 12))
    rows: Block = [head]
    for card in sorted(cards, key=lambda card: list(CARD_NAMES).index(card["name"])):
        rows.append(_card_line(card, room, best))
        if effects and card["state"] != "used":
            rows.append(Text("  " + texts.brief(card["name"], data), style=palette.FAINT))
    return [fit(row, room) for row in rows]


def _card_line(card: Json, room: int, best: Mapping[str, int]) -> Text:
    name = CARD_NAMES[card["name"]]
    if card["state"] == "open":
        line = Text().append(f"◇ {name}", style="bold")
        gain = best.get(card["name"])
        note = Text(_("open"), style=palette.FAINT)
        if gain is not None and gain > 0:
            note = Text(_("now up to {points}", points=signed(gain)), style=palette.GOOD)
    else:
        owner = card["owner"]
        line = Text().append(f"{palette.POT[owner]} {name}", style=palette.SEAT[owner])
        if card["state"] == "kept":
            note = Text(_("kept, still to be used"), style=palette.SEAT[owner])
        elif card["points"]:
            note = Text(_("brings {points}", points=texts.number(card["points"])), style=palette.SEAT[owner])
        else:
            note = Text(_("used"), style=palette.FAINT)
    side = max(note.cell_len + 1, 4)
    return fit(line, room - side).append_text(_right(note, side))


def postcards_in_short(view: Json, room: int) -> Block:
    """Only the names of the open ones, where there is little room."""
    names = [CARD_NAMES[card["name"]] for card in view["position"]["postcards"] if card["state"] == "open"]
    if not names:
        return []
    line = Text().append(_("Postcards:") + " ", style=f"bold {palette.GOLD}")
    return wrapped(line.append(", ".join(names), style=palette.FAINT), room)


def hand(view: Json, viewer: str | None) -> list[Block]:
    """The viewer's held tiles in every rotation, while there are any."""
    held = view["position"]["held"].get(viewer) if viewer else None
    data = steps.data_of(view)
    return [shapes.rotations(number, viewer, data) for number in held or [] if viewer]


def shelves(view: Json, players: Players, room: int) -> Block:
    """Reserves and supply as shapes."""
    position, data = view["position"], steps.data_of(view)
    rows = []
    for name in view["seats"]:
        label = players.get(name) or _(texts.SEATS[name])
        reserve = position["reserve"][name]
        rows.append(shapes.buildings(f"{palette.POT[name]} {label}:", reserve, data, palette.SEAT[name]))
    rows.append(shapes.buildings(_("supply:"), position["supply"], data, palette.CREAM))
    return flow([row for row in rows if row], room, gap=3)


def legend_line(view: Json, room: int) -> Text:
    """What the signs on the board mean."""
    line = Text(style=palette.FAINT)
    for sign, words in legend(view):
        line.append(f"{sign} ", style=palette.CREAM).append(f"{words}  ")
    return fit(line, room)
