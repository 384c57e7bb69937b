"""Import the kernels from their .py files, even where compiled modules exist, and without Cython."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent.parent


def compiled_modules_exist() -> bool:
    """Whether the kernels were compiled when the package was built: all of them, or none."""
    return any(PACKAGE.joinpath("core", f"kernel{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


class Finder(MetaPathFinder):
    """Finds the source of every module of this package that has a .pxd file beside it, and `cython` itself."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name == "cython":
            return spec_from_file_location(name, PACKAGE / "core" / "pure_cython.py")
        if not name.startswith("lutetia."):
            return None
        source = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        return spec_from_file_location(name, source) if source.with_suffix(".pxd").exists() else None
