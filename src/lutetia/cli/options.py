"""The command-line options that set up a game. They come from the games' manifests."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from lutetia.cli.errors import CommandError
from lutetia.core.errors import with_guess
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.manifest import Option
from lutetia.games import manifest, manifests

GIVEN = "given"
"""The parameter of a command that receives the values of the games' options."""


def _players() -> Any:
    least = min(game.players[0] for game in manifests())
    most = max(game.players[1] for game in manifests())
    games = ", ".join(f"{game.name} {_range(*game.players)}" for game in manifests())
    return Annotated[int, typer.Option(min=least, max=most, help=_("How many players ({games}).", games=games))]


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


PLAYERS = _players()


def with_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of all games to a command. It receives them by name in its parameter `given`."""
    hints = get_type_hints(command, include_extras=True)
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name != GIVEN
    ]
    added = {option.name: _parameter(option) for game in manifests() for option in game.options}

    @wraps(command)
    def run(**values: Any) -> None:
        given = {name: values.pop(name) for name in added}
        command(**values, given=given)

    parameters = [*own, *added.values()]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameter(option: Option) -> inspect.Parameter:
    message = option.help or option.label
    text = _(message)
    if option.choices:
        annotation, default = Annotated[str | None, typer.Option(help=text)], None
    else:
        annotation, default = Annotated[bool, typer.Option(_flag(option.name), help=text)], False
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def chosen_options(game: str, given: Mapping[str, Any]) -> Json:
    """The options as `lutetia.new` takes them. Options that were not given are left out.

    Raises CommandError for an option of another game.
    """
    found = manifest(game)
    known = {option.name: option for option in found.options}
    chosen = {}
    for name, value in given.items():
        if value in (None, False, ""):
            continue
        if name not in known:
            fault = _("{game} has no option {option}", option=_flag(name), game=_(found.title))
            raise CommandError(with_guess(fault, _flag(name), map(_flag, known)))
        chosen[name] = _value(known[name], value)
    return chosen


def _value(option: Option, given: Any) -> Any:
    if option.takes_list and given not in dict(option.choices):
        return [name.strip() for name in given.split(",") if name.strip()]
    return given
