"""The fixtures of the command line's tests."""

from cli.conftest import home, run

__all__ = ["home", "run"]
