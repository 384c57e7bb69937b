"""The `lutetia` command; one file per command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    raise SystemExit("lutetia: no command yet")
