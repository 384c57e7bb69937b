"""The texts of the tutorial of Paris."""

from __future__ import annotations

from typing import Any

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.games.paris.rules.edition import edition
from lutetia.games.paris.text import steps
from lutetia.games.paris.text.rule_links import RULE_LINKS
from lutetia.tutorial import END, START, Lesson, Moment

MOMENTS = (
    Moment(
        "welcome",
        N_("Paris by day"),
        N_(
            "Six districts lie around the Arc de Triomphe. With your keys you buy the best addresses in them. Whoever "
            "has the most victory points (VP) at the end wins."
        ),
        ("P1", "P76"),
        after=START,
    ),
    Moment(
        "draw",
        N_("Draw a building"),
        N_("Every turn begins so: draw from one of the three stacks, and the building goes to its place in the city."),
        ("P20",),
        also="draw ",
    ),
    Moment(
        "bank",
        N_("Money first"),
        N_(
            "Then comes one action. A key on a bank brings you its francs at once, and later it may go to an address "
            "in that district."
        ),
        ("P21", "P30"),
        also="key bank ",
    ),
    Moment(
        "buy",
        N_("Buy an address"),
        N_(
            "Now move a key from its bank to a free building of the district. You pay the value in francs, and get "
            "the token that lies there."
        ),
        ("P40", "P42", "P45"),
    ),
    Moment(
        "track",
        N_("Take a bonus tile"),
        N_(
            "Values 1 and 2 let your figure walk along the track to a tile. It only walks forward, so do not rush "
            "past what you want."
        ),
        ("P46", "P50"),
    ),
    Moment(
        "use",
        N_("Use it when you like"),
        N_("A bonus tile serves once, at any moment of a turn of yours. This one brings {tile}: take them now."),
        ("P22", "P51"),
    ),
    Moment(
        "arc",
        N_("A key on the Arc"),
        N_("The Arc pays nothing. But a key that waits there may later go to any district."),
        ("P30", "P40"),
    ),
    Moment(
        "arrive",
        N_("Wherever you like"),
        N_("From the Arc your key enters the district you choose, for the full value of the building."),
        ("P40", "P42"),
    ),
    Moment(
        "climb",
        N_("Keys climb"),
        N_("Within its district a key may climb to a higher value. You pay only the difference; there is no way back."),
        ("P40", "P42"),
    ),
    Moment(
        "landmark",
        N_("A landmark"),
        N_(
            "Landmarks stand above all buildings. You pay the difference in francs, and the marble and gold that the "
            "landmark shows."
        ),
        ("P41", "P42"),
    ),
    Moment(
        "section",
        N_("Prestige"),
        N_("A landmark has sections for prestige tokens. Each one that you fill on arrival brings VP."),
        ("P47",),
    ),
    Moment(
        "vp",
        N_("The fourth key"),
        N_(
            "You have just brought the fourth key into a district. That lets you lay a VP tile in any district: the "
            "big one, where you are strong."
        ),
        ("P49",),
    ),
    Moment(
        "end",
        N_("The end comes near"),
        N_(
            "All buildings are drawn. Instead of using a key you may now take an end-game tile, in secret. After the "
            "last one there is one more round."
        ),
        ("P70", "P72"),
    ),
    Moment(
        "districts",
        N_("The districts pay"),
        N_(
            "A district with a VP tile pays whoever owns the highest sum there. The second of two is paid only with "
            "at least half of that. You win, {mine} to {theirs}."
        ),
        ("P74", "P75"),
        after=END,
    ),
)
TIPS = {
    "draw": N_("Draw any stack. The back shows the district to which the building belongs."),
    "action": N_("No francs? A key on a bank. Francs? Move a key to an address; 1 and 2 bring a bonus tile."),
    "done": N_("You may still trade or use tiles. Then end your turn."),
    "track": N_("The nearer the tile, the more you can take later. The tooltip of each tile says what it does."),
    "section": N_("Prestige that lies idle at the end is only sold: fill what you can."),
    "vp": N_("A big VP tile belongs where your sum of values is the highest, and will stay so."),
    "pay": N_("Keep for later what you cannot buy back: tiles that may stand for anything."),
}


def values(game: Game, step: str) -> dict[str, Any]:
    """The values for the texts of a position: the totals, and the effect of the bonus tile that the step uses."""
    view = game.view(None)
    scores = view["position"]["scores"]
    found: dict[str, Any] = {"mine": scores["p1"]["total"], "theirs": scores["p2"]["total"]}
    kind, *words = step.split(" ")
    if kind == "use":
        found["tile"] = steps.tile(int(words[0]), steps.data_of(view), len(view["seats"]))
    return found


def part(name: str) -> tuple[str, str, tuple[str, ...]]:
    number = int(name)
    return _("Bonus tile {n}", n=number), steps.tile(number, edition().data, 2), RULE_LINKS[name]


def holdings(view: dict[str, Any], seat: str) -> dict[str, int]:
    mine = view["position"]["seats"][seat]
    named = {_("francs"): mine["francs"], _("keys in hand"): mine["hand"]}
    named |= {steps.good(good): n for good, n in mine["tokens"].items()}
    return named | {_("VP"): view["position"]["scores"][seat]["total"] if view["over"] else mine["vp"]}


LESSON = Lesson(MOMENTS, TIPS, values, part, holdings)
