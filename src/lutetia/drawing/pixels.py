"""SVG to pixels with resvg, which needs no browser and no system library. The fonts are bundled."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from lutetia.core.errors import shown
from lutetia.core.i18n import _

FONTS = Path(__file__).with_name("fonts")
WIDEST = 8192


class NoPixels(RuntimeError):
    """The packages that draw pixels are not installed."""


def picture(svg: str, width: int | None = None, background: str | None = None) -> bytes:
    """An SVG of `lutetia.drawing` as PNG, `width` pixels wide (None: its own size), with its height in proportion.

    `background`: a CSS colour for the transparent parts, such as the rounded corners; None: they stay transparent. The
    bytes are the same on every machine, because no system font is used. Raises NoPixels if the extra `pictures` is not
    installed, and ValueError for a width that is not a whole number from 1 to 8192.
    """
    if width is not None and (type(width) is not int or not 1 <= width <= WIDEST):
        raise ValueError(
            _("width: a whole number from 1 to {most} is needed, not {found}", most=WIDEST, found=shown(width))
        )
    resvg_py = _import("resvg_py")
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=background,
        skip_system_fonts=True,
        font_files=[str(file) for file in sorted(FONTS.glob("*.ttf"))],
        font_family="Source Sans 3",
        sans_serif_family="Source Sans 3",
        serif_family="Bodoni Moda",
    )
    return drawn


def array(svg: str, width: int | None = None) -> Any:
    """The picture on white as a NumPy array of height × width × 3 bytes. Raises what `picture` raises."""
    numpy, image = _import("numpy"), _import("PIL.Image")
    return numpy.asarray(image.open(BytesIO(picture(svg, width, "white"))).convert("RGB"))


def _import(name: str) -> Any:
    """A package of the extra `pictures`. Raises NoPixels, which says what to install."""
    try:
        return import_module(name)
    except ImportError:
        command = "pip install 'lutetia[pictures]'"
        raise NoPixels(_("PNG pictures need more packages: {command}", command=command)) from None
