"""Compile the kernels where a C compiler is at hand; elsewhere install the same .py files, which run as they stand."""

import os
import sys
from pathlib import Path
from threading import Lock

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildIfPossible(build_ext):
    """All kernels or none: a half-compiled core would not fit together."""

    failed = False
    translating = Lock()

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        try:
            super().run()
        except Exception as error:  # no compiler, no headers: whatever it is, the package must install
            for made in self.get_outputs():
                Path(made).unlink(missing_ok=True)
            print(f"lutetia: no compiled core ({error}); the same code will run uncompiled", file=sys.stderr)

    def build_extension(self, ext):
        """While one is compiled, the next is translated to C; without a compiler the first one ends it."""
        try:
            with self.translating:
                if self.failed:
                    return
                (translated,) = cythonize(
                    [ext], compiler_directives=DIRECTIVES, build_dir="build/cython", include_path=["src"]
                )
            ext.sources = translated.sources
            super().build_extension(ext)
        except BaseException:
            self.failed = True
            raise


DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True}

setup(
    ext_modules=[  # every module that has its C types in a .pxd beside it
        Extension(
            ".".join(types.with_suffix("").parts[1:]),
            [str(types.with_suffix(".py"))],
            define_macros=[("Py_LIMITED_API", "0x030b0000")],
            py_limited_api=True,
        )
        for types in sorted(Path("src").rglob("*.pxd"))
    ],
    cmdclass={"build_ext": BuildIfPossible},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
