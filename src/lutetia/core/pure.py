"""Import the kernels from their .py files, even where compiled modules exist, and without Cython."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from lutetia.core import pure_cython

PACKAGE = Path(__file__).parent.parent


def compiled_modules_exist() -> bool:
    """Whether the kernels were compiled when the package was built: all of them, or none."""
    return any(PACKAGE.joinpath("core", f"kernel{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


class Loader(SourceFileLoader):
    """Runs a kernel with our part of `cython`. Other packages that import `cython` still find the real one, or none."""

    def exec_module(self, module: ModuleType) -> None:
        found = sys.modules.get("cython")
        sys.modules["cython"] = pure_cython
        try:
            super().exec_module(module)
        finally:
            if found is None:
                del sys.modules["cython"]
            else:
                sys.modules["cython"] = found


class Finder(MetaPathFinder):
    """Finds the source of every module of this package that has a .pxd file beside it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("lutetia."):
            return None
        source = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if not source.with_suffix(".pxd").exists():
            return None
        return spec_from_file_location(name, source, loader=Loader(name, str(source)))
