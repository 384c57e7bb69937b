"""The panels beside and below the board: score by source, postcards, shapes, tiles in hand."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import number, signed
from lutetia.games.lumiere import MANIFEST
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import palette, shapes, texts
from lutetia.games.lumiere.terminal.board import legend
from lutetia.games.lumiere.text.steps import SEATS, SOURCES, brief, data_of
from lutetia.terminal.canvas import Block, fit, fit_right, flow, flowed, hanging, wrapped
from lutetia.terminal.ui import Players

HEADING = palette.COLOURS.heading


def title(view: Json, room: int) -> Block:
    """The first line: the game, the phase, the turn, and whose decision it is."""
    line = Text().append(f" {_(MANIFEST.title)} ", style=f"bold {palette.NIGHT} on {palette.GOLD}")
    position = view["position"]
    phase = texts.phase(position["phase"])
    line.append("  ")
    line.append(phase if view["over"] else _("{phase}, turn {n}", phase=phase, n=_turn(view)))
    who = [seat(view["seat"]).append(" " + _("to play"))] if view["seat"] else []
    return flowed([line, *who], room, gap=3)


def _turn(view: Json) -> int:
    """The current turn, counted from 1. An open question belongs to the turn that raised it."""
    return len(view["turns"]) + (view["position"]["question"] is None)


def seat(name: str, player: str = "") -> Text:
    """A seat with its chimney pot, in its colour."""
    label = _(SEATS[name]) + (f" ({player})" if player else "")
    return Text().append(f"{palette.POT[name]} {label}", style=f"bold {palette.SEAT[name]}")


def score(view: Json, players: Players, room: int, *, brief: bool = False) -> Block:
    """The current points by source, and the tokens left; `brief`: only the total of the points.

    In a narrow room each seat has lines of its own, with total and tokens.
    """
    position, seats = view["position"], view["seats"]
    labels = {name: seat(name, players.get(name, "")) for name in seats}
    names = [_("Score"), _("tokens"), *([_(SOURCES["total"])] if brief else map(_, SOURCES.values()))]
    column = max(label.cell_len + 1 for label in labels.values())
    if max(map(len, names)) + 1 + column * len(seats) > room:
        return _narrow_score(view, labels, room)
    column = max(column, min(16, (room - 14) // len(seats)))
    first = room - column * len(seats)
    head = fit(Text().append(_("Score"), style=HEADING), first)
    for name in seats:
        head.append_text(fit_right(labels[name], column))
    rows: Block = [head]
    for source, label in SOURCES.items():
        if brief and source != "total":
            continue
        strong = "bold " if source == "total" else ""
        row = fit(Text().append(_(label), style=strong or None), first)
        for name in seats:
            points = position["scores"][name][source]
            row.append_text(fit_right(Text(number(points), style=f"{strong}{palette.SEAT[name]}"), column))
        rows.append(row)
    row = fit(Text(_("tokens")), first)
    for name in seats:
        row.append_text(fit_right(Text(_tokens(view, name), style=palette.SEAT[name]), column))
    return [*rows, row]


def _tokens(view: Json, name: str) -> str:
    """The tokens that a seat has left, and those it has spent."""
    left: int = view["position"]["tokens"][name]
    whole: int = data_of(view)["counts"]["action_tokens"]
    return palette.POT[name] * left + palette.EMPTY_POT[name] * (whole - left)


def _narrow_score(view: Json, labels: Mapping[str, Text], room: int) -> Block:
    figures = {
        name: Text(
            f"{number(view['position']['scores'][name]['total']):>4} {_tokens(view, name)}", style=palette.SEAT[name]
        )
        for name in labels
    }
    if all(label.cell_len + figures[name].cell_len <= room for name, label in labels.items()):
        return [fit(label, room - figures[name].cell_len) + figures[name] for name, label in labels.items()]
    return [line for name, label in labels.items() for line in (*wrapped(label, room), figures[name])]


def postcards(view: Json, room: int, gains: Mapping[str, int], *, effects: bool) -> Block:
    """The postcards in play: state, owner, effects. `gains`: what an open one would bring now, by name."""
    position, data = view["position"], data_of(view)
    cards = position["postcards"]
    opened = sum(card["state"] == "open" for card in cards)
    head = fit(Text().append(_("Postcards"), style=HEADING), room - 12)
    head.append_text(fit_right(Text(_("{n} available", n=opened), style=palette.FAINT), 12))
    rows: Block = [head]
    for card in sorted(cards, key=lambda card: list(CARD_NAMES).index(card["name"])):
        rows.append(_card_line(card, room, gains))
        if effects and card["state"] != "used":
            rows += hanging(Text("  " + brief(card["name"], data), style=palette.FAINT), room, 2)
    return rows


def _card_line(card: Json, room: int, gains: Mapping[str, int]) -> Text:
    name = CARD_NAMES[card["name"]]
    if card["state"] == "open":
        line = Text().append(f"◇ {name}", style="bold")
        gain = gains.get(card["name"])
        note = Text(_("available"), style=palette.FAINT)
        if gain is not None and gain > 0:
            note = Text(_("now up to {points}", points=signed(gain)), style=palette.GOOD)
    else:
        owner = card["owner"]
        line = Text().append(f"{palette.POT[owner]} {name}", style=palette.SEAT[owner])
        if card["state"] == "kept":
            note = Text(_("kept for later"), style=palette.SEAT[owner])
        elif card["points"]:
            note = Text(_("scores {points}", points=number(card["points"])), style=palette.SEAT[owner])
        else:
            note = Text(_("used"), style=palette.FAINT)
    side = max(note.cell_len + 1, 4)
    return fit(line, max(line.cell_len, room - side)).append_text(fit_right(note, side))


def open_postcards(view: Json, room: int) -> Block:
    """Only the names of the open postcards, for when there is little room."""
    names = [CARD_NAMES[card["name"]] for card in view["position"]["postcards"] if card["state"] == "open"]
    if not names:
        return []
    line = Text().append(_("Postcards:") + " ", style=HEADING)
    return wrapped(line.append(", ".join(names), style=palette.FAINT), room)


def pointer_to_postcards(view: Json, room: int) -> Block:
    """Where to read about the open postcards, if there is no room for their names."""
    opened = sum(card["state"] == "open" for card in view["position"]["postcards"])
    text = _("available postcards: {n}, type “cards”", n=opened)
    return wrapped(Text(text, style=palette.FAINT), room) if opened else []


def hand(view: Json, viewer: str | None, room: int) -> list[Block]:
    """The tiles in the viewer's hand in every rotation."""
    held = view["position"]["held"].get(viewer) if viewer else None
    data = data_of(view)
    return [shapes.rotations(tile, viewer, data, room) for tile in held or [] if viewer]


def shelves(view: Json, players: Players, room: int, *, shapes_too: bool = True) -> Block:
    """Reserves and supply, as shapes or only their names."""
    position, data = view["position"], data_of(view)
    shelf = {
        f"{palette.POT[name]} {players.get(name) or _(SEATS[name])}:": (position["reserve"][name], palette.SEAT[name])
        for name in view["seats"]
    }
    shelf[_("supply:")] = (position["supply"], palette.CREAM)
    rows = [
        shapes.buildings(label, names, data, style, room)
        if shapes_too
        else shapes.named_buildings(label, names, style, room)
        for label, (names, style) in shelf.items()
    ]
    return flow([row for row in rows if row], room, gap=3)


def legend_lines(view: Json, room: int) -> Block:
    """The meaning of the signs on the board."""
    parts = [
        Text().append(f"{sign} ", style=palette.CREAM).append(meaning, style=palette.FAINT)
        for sign, meaning in legend(view)
    ]
    return flowed(parts, room, indent=0)
