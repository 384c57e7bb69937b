"""The components of La Cité de la Lumière: names, numbers, how well each is known, and what an owner can correct."""

from __future__ import annotations

from lutetia.core.i18n import N_, _, pgettext, plural
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES, LETTERS
from lutetia.games.lumiere.rules.notation import PIECE_OF_CARD
from lutetia.games.lumiere.text import steps
from lutetia.text.components import Component, Field, Known, Section, deduced, numbers, reconstructed, stated

POINTS = {
    "group_per_space": N_("per space of the largest group"),
    "unbuilt": N_("per unbuilt building"),
    "painter_per_lamp": N_("per lamp in the painter's area"),
    "dancer_per_space": N_("per free space in the dancer's area"),
    "fountain_per_building": N_("per building beside the fountain"),
    "statue_side": N_("per free side of the statue"),
    "statue_corner": N_("per free corner of the statue"),
}
COUNTS = {
    "action_tokens": N_("action tokens per player"),
    "postcards_in_play": N_("postcards in play"),
    "chimneys": N_("chimneys per player"),
}
POINTS_OF_CARD = {
    "peintre": ("painter_per_lamp",),
    "moulin-rouge": ("dancer_per_space",),
    "fontaine": ("fountain_per_building",),
    "penseur": ("statue_side", "statue_corner"),
}
SPACES = {
    "own": N_("the player’s own colour"),
    "rival": N_("the opponent’s colour"),
    "mixed": N_("mixed"),
    "lamp": N_("lamp"),
}
CARD_OF_PIECE = {piece: card for card, piece in PIECE_OF_CARD.items()} | {"mixed-space": "chartier"}
PIECES = steps.PIECES | {"mixed-space": N_("the mixed space")}  # L5
RULEBOOK = N_("From the rulebooks.")


def components(data: Json) -> list[Section]:
    """All components of an edition."""
    return [
        Section("tiles", _("Paving tiles"), ("tiles", "spaces_per_set"), [*_tiles(data), _spaces(data)]),
        Section("buildings", _("Buildings"), ("buildings",), [*_buildings(data), _mirror(data)]),
        Section("pieces", _("Special pieces"), ("pieces", "large_lamp"), [_piece(name, data) for name in PIECES]),
        Section("postcards", _("Postcards"), ("postcards",), [_card(name, data) for name in CARD_NAMES]),
        Section("more", _("Board, tokens and points"), ("board", "counts", "points"), _rest(data)),
    ]


def _tiles(data: Json) -> list[Component]:
    letters = tuple((letter, _(SPACES[kind])) for letter, kind in LETTERS.items())
    known = [
        reconstructed(_("Which spaces share a tile, and in which order.")),
        stated(_("What two of the eight tiles contain: a review on ludolegars.fr.")),
    ]
    return [
        Component(
            f"tile-{i + 1}",
            pgettext("paving", "Tile {n}", n=i + 1),
            _("One for each player, with the colours swapped."),
            known,
            [Field(("tiles", "layout", i), _("Spaces"), "tile", letters)],
            count=2,
            faults=(f"[tiles] layout[{i}] ",),
        )
        for i in range(len(data["tiles"]["layout"]))
    ]


def _spaces(data: Json) -> Component:
    known = [
        stated(_("Own, opponent’s and mixed spaces: a review on bigcream.it.")),
        deduced(_("Lamps: the spaces that remain.")),
    ]
    text = _("What a player’s eight tiles show in all.")
    return Component("spaces", _("Spaces on the tiles"), text, known, numbers("spaces_per_set", SPACES), count=0)


def _shape(part: str, name: str) -> Field:
    return Field((part, name), _("Shape"), "shape")


def _size(rows: list[str]) -> str:
    return _("Size {n}", n=sum(row.count("#") for row in rows))


def _buildings(data: Json) -> list[Component]:
    size = stated(_("The size, and that no two buildings are alike: the rulebooks."))
    return [
        Component(
            f"building-{name}",
            _("Building {name}", name=name),
            _size(rows),
            [size, _building_known(rows)],
            [_shape("buildings", name)],
        )
        for name, rows in data["buildings"].items()
        if isinstance(rows, list)
    ]


def _building_known(rows: list[str]) -> Known:
    if sum(row.count("#") for row in rows) == 3:
        return deduced(_("The shape: there are only two of this size."))
    return reconstructed(_("The shape."))


def _mirror(data: Json) -> Component:
    turned = _("may be flipped") if data["buildings"]["mirror"] else _("may be rotated, not flipped")
    return Component(
        "mirror",
        _("Flipping buildings"),
        turned[:1].upper() + turned[1:] + ".",
        [reconstructed(_("Whether a building may be flipped."))],
        [Field(("buildings", "mirror"), _("Buildings may be flipped"), "switch")],
        count=0,
    )


def _piece(name: str, data: Json) -> Component:
    card = CARD_OF_PIECE[name]
    called = _(PIECES[name])
    known, fields = _piece_known(name), []
    if name in ("garden", "fountain"):
        fields = [_shape("pieces", name)]
        text = _size(data["pieces"][name])
    elif name == "large-lamp":
        fields = [Field(("large_lamp", "pattern"), _("Spaces it lights"), "pattern")]
        text = _("Covers one space and lights {n}.", n=len(data["large_lamp"]["pattern"]))
    else:
        text = _("Covers one space.")
    text = _("{text} Belongs to {card}.", text=text if text.endswith(".") else f"{text}.", card=CARD_NAMES[card])
    return Component(name, called[:1].upper() + called[1:], text, known, fields, faults=(f"[pieces] {name}:",))


def _piece_known(name: str) -> list[Known]:
    if name == "fountain":
        return [
            reconstructed(
                _(
                    "Its size and shape. The Czech rulebook places it on spaces, in the plural, as it does only with "
                    "the garden; the Portuguese rulebook places it on a space."
                )
            )
        ]
    if name == "large-lamp":
        return [reconstructed(_("How far it shines. It must reach two spaces, or no building could cast a shadow."))]
    return [stated(_(RULEBOOK))]


def _card(name: str, data: Json) -> Component:
    return Component(
        f"card-{name}",
        CARD_NAMES[name],
        steps.brief(name, data),
        [stated(_(RULEBOOK))],
        [
            Field(("points", key), _("Points {what}", what=_(POINTS[key])), listed=False)
            for key in POINTS_OF_CARD.get(name, ())
        ],
    )


def _of_each_player(id: str, name: str, key: str, counts: Json) -> Component:
    """Something of which both players have the same number."""
    field = Field(("counts", key), _("For each player"), listed=False)
    text = _("Each player has {n}.", n=counts[key])
    return Component(id, name, text, [stated(_(RULEBOOK))], [field], count=2 * counts[key])


def _rest(data: Json) -> list[Component]:
    known = [stated(_(RULEBOOK))]
    starter = ", ".join(CARD_NAMES[card] for card in data["postcards"]["starter"])
    counts = data["counts"]
    return [
        Component("board", _("Board"), _("{n} × {n} squares of 2 × 2 spaces.", n=data["board"]["squares"]), known),
        _of_each_player("tokens", _("Action tokens"), "action_tokens", counts),
        _of_each_player("chimneys", _("Chimneys"), "chimneys", counts),
        Component(
            "starter",
            _("Starter set"),
            plural(
                "{n} postcard is in play. For a first game: {list}.",
                "{n} postcards are in play. For a first game: {list}.",
                counts["postcards_in_play"],
                list=starter,
            ),
            known,
            [Field(("counts", "postcards_in_play"), _("Postcards in play"), listed=False)],
            count=0,
        ),
        Component(
            "points",
            _("Points"),
            _("For the largest group and for unbuilt buildings."),
            known,
            numbers("points", {key: POINTS[key] for key in ("group_per_space", "unbuilt")}),
            count=0,
        ),
    ]
