"""The reference of the `lutetia` command, from the command itself."""

from __future__ import annotations

from typing import Any


def command_page() -> str:
    """Every command with its arguments and options."""
    import typer.main

    from lutetia.cli import app

    parts = ["# The command", "`lutetia COMMAND --help` says the same in the terminal."]
    _add(parts, typer.main.get_command(app), "lutetia")
    return "\n\n".join(parts) + "\n"


def _add(parts: list[str], command: Any, name: str) -> None:
    if name != "lutetia":
        parts.append(f"{'##' if name.count(' ') == 1 else '###'} `{name}`")
        parts.append(_plain(command.help or ""))
    given = [_row(each) for each in command.params if not getattr(each, "hidden", False)]
    if given:
        parts.append("\n".join(["| | what | if not given |", "|---|---|---|", *given]))
    for each, inner in getattr(command, "commands", {}).items():
        _add(parts, inner, f"{name} {each}")


def _row(given: Any) -> str:
    argument = given.param_type_name == "argument"
    name = given.name.upper() if argument else ", ".join(given.opts + given.secondary_opts)
    default = given.default
    said = getattr(given, "show_default", None)
    if isinstance(said, str):
        shown = said
    elif given.required:
        shown = "must be given"
    else:
        shown = "" if default in (None, False, "") or callable(default) or default == [] else f"`{default}`"
    return f"| `{name}` | {_plain(getattr(given, 'help', '') or '')} | {shown} |"


def _plain(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|").replace("<", "&lt;")
