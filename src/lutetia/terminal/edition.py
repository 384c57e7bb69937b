"""The page that shows the component data of a game, part by part."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.terminal.canvas import Block, below, wrapped
from lutetia.terminal.palette import ColourScheme

WIDTH = 78


def edition_page(data: Json, parts: Mapping[str, tuple[str, Block]], colours: ColourScheme) -> Block:
    """A heading, then each part of the data (by its key) with its title, its drawing, and how well it is known."""
    page: Block = [Text(_("{game}: edition {version}", game=data["name"], version=data["version"]), style="bold")]
    for key, (title, body) in parts.items():
        status = data[key].get("status") if isinstance(data[key], dict) else None
        note = wrapped(Text(str(status), style=f"italic {colours.muted}"), WIDTH) if status else []
        page = below(page, [Text()], [Text(title, style=colours.heading)], body, note)
    return page
