"""`lutetia render`: a position of a record as a picture, or the whole game as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli.common import AT
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from lutetia.core.game import Game

KINDS = (".svg", ".png", ".html")


def render(
    file: Annotated[Path, typer.Argument(help=_("A record, finished or not."), show_default=False)],
    out: Annotated[
        Path,
        typer.Option(
            help=_("The file to write: .svg or .png for a picture, .html for a page that plays the game back.")
        ),
    ],
    at: AT = None,
    seat: Annotated[
        str | None,
        typer.Option(help=_("Only what this seat may know."), show_default=_("nothing is hidden")),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(min=1, max=8192, help=_("Width of a .png in pixels."), show_default=_("its own size")),
    ] = None,
) -> None:
    """Draw a record: one position as a picture, or the whole game as a page that plays it, in one file."""
    from lutetia.cli.common import position_at, replayed
    from lutetia.cli.errors import CommandError

    kind = out.suffix.lower()
    if kind not in KINDS:
        raise CommandError(
            _("--out: the file name must end in {kinds}, not {found}", kinds=", ".join(KINDS), found=out.name)
        )
    limited = {"--at": (at, (".svg", ".png")), "--seat": (seat, (".svg", ".png")), "--width": (width, (".png",))}
    for option, (given, kinds) in limited.items():
        if given is not None and kind not in kinds:
            raise CommandError(
                _("{option} works with {kinds}, not with {kind}", option=option, kinds=", ".join(kinds), kind=kind)
            )
    game = replayed(file)
    _write(out, _page(game) if kind == ".html" else _picture(position_at(game, at), seat, width, pixels=kind == ".png"))
    print(_("{path}: written", path=out))


def _picture(game: Game, seat: str | None, width: int | None, *, pixels: bool) -> bytes:
    from lutetia import drawing
    from lutetia.cli.errors import CommandError

    try:
        drawn = drawing.open_svg(game) if seat is None else drawing.svg(game, seat)
        return drawing.picture(drawn, width) if pixels else drawn.encode()
    except (ValueError, drawing.NoPixels) as error:
        raise CommandError(str(error)) from None


def _page(game: Game) -> bytes:
    from lutetia import drawing

    return drawing.replay_page(game.record()).encode()


def _write(path: Path, content: bytes) -> None:
    from lutetia.cli.errors import CommandError

    try:
        path.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
