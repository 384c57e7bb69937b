"""The reference of the `lutetia` command, generated from its own help."""

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
    rows = [_row(each) for each in command.params if not getattr(each, "hidden", False)]
    if rows:
        parts.append("\n".join(["| | what | default |", "|---|---|---|", *rows]))
    for each, inner in getattr(command, "commands", {}).items():
        _add(parts, inner, f"{name} {each}")


def _row(parameter: Any) -> str:
    """An argument or option as a row of a table."""
    argument = parameter.param_type_name == "argument"
    name = parameter.name.upper() if argument else ", ".join(parameter.opts + parameter.secondary_opts)
    default = parameter.default
    described = getattr(parameter, "show_default", None)
    if isinstance(described, str):
        shown = described
    elif parameter.required:
        shown = "required"
    else:
        shown = "" if default in (None, False, "") or callable(default) or default == [] else f"`{default}`"
    return f"| `{name}` | {_plain(getattr(parameter, 'help', '') or '')} | {shown} |"


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
