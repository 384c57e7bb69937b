"""The `lutetia` command; one file per command."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from lutetia.cli import language  # isort: skip  (first: it sets the language of the help texts that the others make)
from lutetia.cli import (
    admin,
    analyse,
    arena,
    backup,
    bench,
    check,
    doctor,
    edition,
    errors,
    lines,
    migrate_data,
    openings,
    play,
    render,
    replay,
    rules,
    score,
    selfplay,
    serve,
    static,
    train,
    worker,
)
from lutetia.cli.app import App
from lutetia.core.i18n import _

app = App(
    help=_("Two board games set in the Paris of 1889."),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# One line registers a command.
app.command(help=_("Play a game."))(play.play)
app.command(help=_("Host games for others."))(serve.serve)
app.command(help=_("Write the pages and the engine into a folder, to play without a server."))(static.static)
app.command(help=_("Do the work of a server on several machines: bots, analyses, mail."))(worker.worker)
app.command(help=_("Copy all games of a server into one file."))(backup.backup)
app.command(help=_("Restore a server's data from a backup."))(backup.restore)
app.command("migrate-data", help=_("Move a server's data between SQLite and PostgreSQL."))(migrate_data.migrate_data)
app.command(help=_("Print the schema of the server's API."))(serve.openapi)
app.command(help=_("Let bots play against each other."))(selfplay.selfplay)
app.command(help=_("Step through a record."))(replay.replay)
app.command(help=_("Show where a game was won, and what would have been better."))(analyse.analyse)
app.command(help=_("Draw a record as a picture, or as a web page that plays it back."))(render.render)
app.command(help=_("Check records, step by step, against the rules."))(check.check)
app.command(help=_("Show the score of a record and where the points came from."))(score.score)
app.command(help=_("Show the best turns in a position of a record."))(lines.lines)
app.command(help=_("Print a summary of the rules."))(rules.rules)
app.command(help=_("Show what strong play does first."))(openings.openings)
app.command(help=_("Measure bots against each other."))(arena.arena)
app.command(help=_("Train a network for the bots by self-play."))(train.train)
app.command(help=_("Check this installation and report what is missing."))(doctor.doctor)
app.command(help=_("Measure how fast the rules run here."))(bench.bench)
app.add_typer(edition.app, name="edition")
app.add_typer(admin.app, name="admin")


def _version(wanted: bool) -> None:
    if wanted:
        import lutetia
        from lutetia.cli.common import core

        print(f"lutetia {lutetia.__version__} ({core()})")
        raise typer.Exit


def _check_language(tag: str | None) -> None:
    from lutetia.core import catalogue

    if tag is not None and catalogue.catalogue(tag).language == catalogue.SOURCE and not tag.startswith("en"):
        known = ", ".join(catalogue.languages())
        raise typer.BadParameter(_("Unknown language; available: {known}", known=known))


@app.callback()
def _global_options(
    language: Annotated[
        str | None,
        typer.Option(metavar="TAG", callback=_check_language, help=_("Language of the output: en, pl, pt, cs …")),
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help=_("Show the version and which core is in use.")
        ),
    ] = False,
) -> None:
    """Options that come before the command."""


def main() -> None:
    """Run the command line and exit with its code."""
    from lutetia.cli.console import replace_unencodable

    replace_unencodable()
    raise SystemExit(errors.run(app, language.option_first(sys.argv[1:])))
