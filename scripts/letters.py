"""Make src/lutetia/drawing/fonts/*.ttf, the fonts of PNG pictures, from the fonts of the pages.

    (cd web && npm install) && pip install fonttools brotli && python scripts/letters.py

The fonts of the pages are variable WOFF2 fonts in two files each. The rasteriser needs one static TTF file per weight.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FROM = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "web" / "node_modules"
TO = ROOT / "src" / "lutetia" / "drawing" / "fonts"
CODE_POINTS = [*range(0x20, 0x180), 0x2026, 0x2212, *range(0x2013, 0x201F), 0x2022, 0x2190, 0x2192, 0x20AC]
"""Code points: Latin with everything that Polish, Portuguese and Czech need, and the symbols of the drawings."""
FONTS = {  # file name: family, pattern of its source files, position on its axes
    "SourceSans3-Regular": ("Source Sans 3", "source-sans-3-{part}-wght-normal", {"wght": 400}),
    "SourceSans3-Semibold": ("Source Sans 3", "source-sans-3-{part}-wght-normal", {"wght": 600}),
    "BodoniModa-Regular": ("Bodoni Moda", "bodoni-moda-{part}-opsz-normal", {"wght": 500, "opsz": 11}),
    "BodoniModa-Italic": ("Bodoni Moda", "bodoni-moda-{part}-opsz-italic", {"wght": 500, "opsz": 11}),
}


def main() -> None:
    TO.mkdir(exist_ok=True)
    for name, (family, file, place) in FONTS.items():
        folder = FROM / "@fontsource-variable" / family.lower().replace(" ", "-")
        parts = []
        for part in ("latin", "latin-ext"):
            font = instantiateVariableFont(TTFont(folder / "files" / (file.format(part=part) + ".woff2")), place)
            font.flavor = None
            parts.append(TO / f"{part}.part")
            font.save(parts[-1])
        whole = Merger().merge([str(part) for part in parts])
        cut = Subsetter(Options(layout_features=["kern", "mark", "ccmp"], hinting=False, notdef_outline=True))
        cut.populate(unicodes=CODE_POINTS)
        cut.subset(whole)
        for part in parts:
            part.unlink()
        weight = 600 if name.endswith("Semibold") else 400
        style = name.split("-")[1]
        whole["OS/2"].usWeightClass = weight
        for name_id in (16, 17, 21, 22, 25):
            whole["name"].removeNames(nameID=name_id)
        for name_id, text in ((1, family), (2, style), (4, f"{family} {style}"), (6, name)):
            whole["name"].setName(text, name_id, 3, 1, 0x409)
        whole.save(TO / f"{name}.ttf")
    for family in ("source-sans-3", "bodoni-moda"):
        licence = (FROM / "@fontsource-variable" / family / "LICENSE").read_text("utf-8")
        (TO / f"{family}-OFL.txt").write_text(licence, "utf-8")


if __name__ == "__main__":
    main()
