"""`lutetia static`: a folder that any web server can serve, to play without a server of ours."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from lutetia.core.i18n import _, plural

MARK = "engine/engine.json"
"""A folder with this file is one that we have written."""


def static(
    out: Annotated[Path, typer.Option(help=_("The folder to write; it must be empty or not exist yet."))],
    force: Annotated[bool, typer.Option("--force", help=_("Replace a site that an earlier call has written."))] = False,
    compressed: Annotated[
        bool,
        typer.Option(
            "--compressed", help=_("Also write the engine's files as .br and .gz, for web servers that send those.")
        ),
    ] = False,
) -> None:
    """Write everything that is needed to play in a browser without a server, with relative addresses."""
    from lutetia.cli.errors import CommandError
    from lutetia.cli.progress import progress_bar
    from lutetia.server.http import static_site

    out = out.resolve()
    _check(out, force=force)
    with _new_folder(out) as new:
        try:
            with progress_bar(lines=True) as report:
                written = static_site.write(new, report, compressed=compressed)
        except static_site.NotBuilt as error:
            raise CommandError(str(error)) from None
        _replace(out, new)
    print(plural("{n} file in {folder}", "{n} files in {folder}", written.files, folder=out))
    print(_("pages {pages} MB, engine {engine} MB", pages=_mb(written.pages), engine=_mb(written.engine)))
    print(
        _(
            "A first visit loads {size} MB of the engine from a web server that compresses.",
            size=_mb(written.first_visit),
        )
    )
    serve = shlex.join(("python", "-m", "http.server", "--directory", str(out)))
    print(_("Try it: {command}", command=serve))


@contextmanager
def _new_folder(out: Path) -> Iterator[Path]:
    """A new folder beside another one. It is removed at the end."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as private:
        new = Path(private) / "site"  # not private itself: a web server is to read what is in it
        new.mkdir()
        yield new


def _replace(out: Path, new: Path) -> None:
    """Put what is in the new folder into the other one. That remains: somebody may be in it."""
    out.mkdir(exist_ok=True)
    for old in list(out.iterdir()):
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        else:
            old.unlink()
    for part in list(new.iterdir()):
        part.rename(out / part.name)


def _check(out: Path, *, force: bool) -> None:
    """Raises CommandError unless the folder may be written."""
    from lutetia.cli.errors import CommandError

    if out.exists() and not out.is_dir():
        raise CommandError(_("{path} is not a folder", path=out))
    if not out.exists() or not any(out.iterdir()):
        return
    if not (out / MARK).is_file():
        raise CommandError(_("{path} is not empty, and not a site that this command has written", path=out))
    if not force:
        raise CommandError(_("{path} already has a site; --force replaces it", path=out))


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f}"
