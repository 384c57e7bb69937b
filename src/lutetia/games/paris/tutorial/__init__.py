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
            "There are six districts around the Arc de Triomphe. With your keys you buy the best properties in "
            "them. Whoever has the most victory points (VP) at the end wins."
        ),
        ("P1", "P76"),
        after=START,
    ),
    Moment(
        "draw",
        N_("Draw a building"),
        N_(
            "Every turn begins like this: draw from one of the three stacks, and the building goes to its space "
            "on the board."
        ),
        ("P20",),
        also="draw ",
    ),
    Moment(
        "bank",
        N_("Money first"),
        N_(
            "Then you take one action. A key in a bank gives you its francs at once; later it may go to a "
            "property in that district."
        ),
        ("P21", "P30"),
        also="key bank ",
    ),
    Moment(
        "buy",
        N_("Buy a property"),
        N_(
            "Now move a key from its bank to an unoccupied building in the district. You pay the value in francs "
            "and get the token beside it."
        ),
        ("P40", "P42", "P45"),
    ),
    Moment(
        "track",
        N_("Take a bonus tile"),
        N_(
            "Values 1 and 2 let you move your meeple along the track to a bonus tile. It only moves forward, so "
            "do not rush past what you want."
        ),
        ("P46", "P50"),
    ),
    Moment(
        "use",
        N_("Use it when you like"),
        N_("You can use a bonus tile once, at any time on one of your turns. This one gives {tile}: take them now."),
        ("P22", "P51"),
    ),
    Moment(
        "arc",
        N_("A key on the Arc"),
        N_("The Arc pays nothing. But a key on it may later go to any district."),
        ("P30", "P40"),
    ),
    Moment(
        "arrive",
        N_("Any district"),
        N_("From the Arc your key enters any district you choose, for the full value of the building."),
        ("P40", "P42"),
    ),
    Moment(
        "climb",
        N_("Keys move up"),
        N_(
            "Within its district a key may move up to a higher value. You pay only the difference; there is no "
            "way back."
        ),
        ("P40", "P42"),
    ),
    Moment(
        "landmark",
        N_("A landmark"),
        N_(
            "Landmarks are worth more than all buildings. You pay the difference in francs, and the marble and "
            "gold that the landmark shows."
        ),
        ("P41", "P42"),
    ),
    Moment(
        "section",
        N_("Prestige"),
        N_("A landmark has sections for prestige tokens. Each section that you fill on arrival scores VP."),
        ("P47",),
    ),
    Moment(
        "vp",
        N_("The fourth key"),
        N_(
            "You have just moved the fourth key into a district. You may now place a VP tile in any district: "
            "the big one, where you are strong."
        ),
        ("P49",),
    ),
    Moment(
        "end",
        N_("The end is near"),
        N_(
            "All buildings have been drawn. Instead of using a key you may now take an end-game tile, in secret. "
            "After the last one there is one more round."
        ),
        ("P70", "P72"),
    ),
    Moment(
        "districts",
        N_("The districts score"),
        N_(
            "A district with a VP tile scores for the player with the highest total there. With two players, the "
            "second scores only with at least half of that. You win, {mine} to {theirs}."
        ),
        ("P74", "P75"),
        after=END,
    ),
)
TIPS = {
    "draw": N_("Draw from any stack. The back shows which district the building belongs to."),
    "action": N_(
        "No francs? Put a key in a bank. Got francs? Move a key to a property; values 1 and 2 give you a bonus tile."
    ),
    "done": N_("You may still trade or use tiles. Then end your turn."),
    "track": N_("The nearer the tile, the more you can take later. The tooltip of each tile explains what it does."),
    "section": N_("Prestige left over at the end is only sold: fill what you can."),
    "vp": N_("A big VP tile belongs where your total value is the highest and will stay the highest."),
    "pay": N_("Save what you cannot buy back: tiles that can stand for anything."),
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
