"""All numbers of a training run. A run stores its recipe, and continues with it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from lutetia.core.errors import shown, with_guess
from lutetia.core.i18n import _

AT_LEAST_ONE = (
    "processes", "threads", "trees", "simulations", "last_simulations", "considered", "batch", "replay"
)  # fmt: skip


@dataclass(frozen=True)
class Recipe:
    """The defaults are for one large GPU with 16 processor cores, and half an hour: see docs/training.md."""

    # How long
    minutes: float = 28.0
    """Of self-play and learning; the learning rate falls until then."""
    games: int = 0
    """Stop after this many games of self-play, if that is earlier; 0: only time counts."""

    # Warm start
    warm_games: int = 4_000
    """Games of existing bots."""
    warm_simulations: int = 300
    """Of the rollout search that plays them."""
    warm_seconds: float = 90.0
    """No longer than this."""
    warm_steps: int = 1_000
    """Steps of learning before self-play begins."""

    # Self-play
    processes: int = 2
    threads: int = 8
    """Per process."""
    trees: int = 512
    """Games at once per thread, and so the size of a batch."""
    simulations: int = 96
    """Per decision, at the beginning."""
    last_simulations: int = 200
    """Per decision, in the second half of the run."""
    considered: int = 16
    """Steps that the search considers at the root."""
    half: bool = True
    """Evaluate in 16-bit floating point, on a GPU."""

    # Learning
    batch: int = 2_048
    reuse: float = 5.0
    """How often a position is learned from, on average."""
    replay: int = 3_000_000
    """Positions that are kept."""
    rate: float = 2e-3
    """The learning rate at the beginning."""
    last_rate: float = 0.03
    """What is left of it at the end, as a share."""
    decay: float = 0.02
    """Weight decay of AdamW."""
    averaging: float = 0.004
    """How much of the new weights enters their moving average at each step."""
    search_share: float = 0.5
    """The share of the search's value in the target; the rest is the result of the game."""
    chance_weight: float = 1.0
    score_weight: float = 2.0
    margin_weight: float = 0.3
    target_weight: float = 0.5
    symmetries: bool = True
    """Change positions by the game's symmetries, if it has any."""
    rounded_from: float = 0.8
    """From this share of the run on, weights are rounded as the export will do."""

    # Files and matches
    publish_seconds: float = 12.0
    """Between two networks that self-play gets."""
    checkpoint_seconds: float = 60.0
    gates: int = 3
    """Matches against the best network so far, evenly spread; the last one at the end."""
    gate_pairs: int = 100
    gate_simulations: int = 400
    gate_minutes: float = 3.0
    """A match that takes longer ends there: the network is promoted only if the pairs so far prove it better."""

    # Size of the network; 0: as the game's blueprint says
    channels: int = 0
    blocks: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, bool) and value < 0:
                raise ValueError(_("{name} must not be negative: {found}", name=field.name, found=value))
        for name in AT_LEAST_ONE:
            if getattr(self, name) < 1:
                raise ValueError(_("{name} must be at least 1", name=name))
        if not self.minutes and not self.games:
            raise ValueError(_("a run needs a number of minutes or of games"))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def with_settings(self, settings: list[str]) -> Recipe:
        """This recipe with changes such as "batch=512". Raises ValueError that names what is allowed."""
        known = {field.name: type(getattr(self, field.name)) for field in fields(self)}
        changes: dict[str, Any] = {}
        for text in settings:
            name, sign, value = text.partition("=")
            if not sign:
                raise ValueError(_("--set: NAME=VALUE is needed, not {found}", found=shown(text)))
            if name not in known:
                fault = _("--set: there is no {name}; there are: {known}", name=shown(name), known=", ".join(known))
                raise ValueError(with_guess(fault, name, list(known)))
            changes[name] = _value(name, value, known[name])
        return replace(self, **changes)


def _value(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text not in ("yes", "no"):
            raise ValueError(_("--set: {name} is yes or no, not {found}", name=name, found=shown(text)))
        return text == "yes"
    try:
        return kind(text)
    except ValueError:
        fault = _("--set: {name} is a number, not {found}", name=name, found=shown(text))
        raise ValueError(fault) from None


def recipe_from(stored: dict[str, Any]) -> Recipe:
    """The recipe of a stored run. Numbers that it does not have are the defaults."""
    known = {field.name for field in fields(Recipe)}
    return Recipe(**{name: value for name, value in stored.items() if name in known})


SMALL = Recipe(
    minutes=0.0,
    games=24,
    warm_games=6,
    warm_simulations=20,
    warm_seconds=60.0,
    warm_steps=20,
    processes=1,
    threads=1,
    trees=12,
    simulations=8,
    last_simulations=8,
    considered=4,
    half=False,
    batch=64,
    reuse=1.0,
    replay=20_000,
    publish_seconds=1.0,
    checkpoint_seconds=1.0,
    gates=2,
    gate_pairs=4,
    gate_simulations=8,
    channels=8,
    blocks=1,
)
"""A run of seconds on a processor, to try everything: `lutetia train GAME --small`."""
