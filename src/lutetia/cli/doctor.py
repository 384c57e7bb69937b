"""`lutetia doctor`: what is installed, whether it works, and how to get what is missing."""

from __future__ import annotations

from dataclasses import asdict

import typer

from lutetia.cli.common import AS_JSON
from lutetia.core.i18n import _

SIGNS = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "missing": ("–", "dim"), "broken": ("✗", "bold red")}


def doctor(as_json: AS_JSON = False) -> None:
    """Check core, versions, data folder, port, database and optional parts. Exit code 1 if something is broken."""
    from lutetia.cli.common import print_json
    from lutetia.cli.doctor_checks import run_checks

    found = list(run_checks())
    broken = any(check.status == "broken" for check in found)
    if as_json:
        print_json({"ok": not broken, "checks": [asdict(check) for check in found]})
    else:
        from rich.table import Table
        from rich.text import Text

        from lutetia.cli.console import out

        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for check in found:
            sign, style = SIGNS[check.status]
            text = Text(check.text, style="dim" if check.status == "missing" else "")
            if check.fix:
                text.append(f"\n→ {check.fix}", style="bold")
            table.add_row(Text(sign, style=style), Text(check.name, style="bold"), text)
        console = out()
        console.print(table)
        summary = _("Something required does not work.") if broken else _("Everything required works.")
        console.print(Text(summary, style=SIGNS["broken" if broken else "ok"][1]))
    if broken:
        raise typer.Exit(1)
