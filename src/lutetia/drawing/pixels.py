"""SVG into pixels, by resvg: small, exact, and without a browser or a system library. The letters are our own."""

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
    """The package that draws pixels is not installed."""


def picture(svg: str, width: int | None = None, background: str | None = None) -> bytes:
    """A picture of ours as PNG, `width` pixels wide (None: its own size), its height in proportion.

    `background`: a colour of CSS for what the drawing leaves open, its rounded corners; None: nothing, they are clear.
    The same bytes on every machine: no font of the system is asked. Raises NoPixels where the extra `pictures` is not
    installed, ValueError for a width that is no number from 1 to 8192.
    """
    if width is not None and (type(width) is not int or not 1 <= width <= WIDEST):
        raise ValueError(
            _("width: a whole number from 1 to {most} is needed, not {found}", most=WIDEST, found=shown(width))
        )
    resvg_py = _package("resvg_py")
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
    """The same as a NumPy array of height × width × 3 bytes, on white. Raises as `picture` does."""
    numpy, image = _package("numpy"), _package("PIL.Image")
    return numpy.asarray(image.open(BytesIO(picture(svg, width, "white"))).convert("RGB"))


def _package(name: str) -> Any:
    """A package of the extra. Raises NoPixels with what to install."""
    try:
        return import_module(name)
    except ImportError:
        command = "pip install 'lutetia[pictures]'"
        raise NoPixels(_("a picture in pixels needs further packages: {command}", command=command)) from None
