"""Compile the kernels if there is a C compiler; otherwise install the same .py files, which also run uncompiled.

With LUTETIA_COMPILE=no nothing is compiled: ./play and ./test compile in a step of their own, only what changed.
"""

import os
import sys
from pathlib import Path
from threading import Lock

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext


class TaggedWheel(bdist_wheel):
    """A wheel without compiled modules runs everywhere, and its name says so: py3-none-any."""

    def run(self):
        self.run_command("build")  # only now is it known whether the kernels could be compiled
        build = self.get_finalized_command("build")
        if not any(Path(build.build_lib).rglob("*.so")):
            self.distribution.ext_modules = []
            self.root_is_pure, self.py_limited_api = True, False
        super().run()


class BuildIfPossible(build_ext):
    """All kernels or none: a half-compiled core would not fit together."""

    failed = False
    translating = Lock()

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        in_place = self.inplace
        try:
            super().run()
        except Exception as error:  # no compiler or no headers: the package must install all the same
            for built in (*self.get_outputs(), *(Path("src").rglob("*.so") if in_place else ())):
                Path(built).unlink(missing_ok=True)
            print(f"lutetia: no compiled core ({error}); the same code will run uncompiled", file=sys.stderr)

    def build_extension(self, ext):
        """Translate one kernel to C at a time while others compile. The first failure stops the rest."""
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

KERNELS = sorted(Path("src").rglob("*.pxd"))  # every module with a .pxd beside it
if os.environ.get("LUTETIA_COMPILE") == "no":
    KERNELS = []

setup(
    ext_modules=[
        Extension(
            ".".join(types.with_suffix("").parts[1:]),
            [str(types.with_suffix(".py"))],
            define_macros=[("Py_LIMITED_API", "0x030b0000")],
            py_limited_api=True,
            include_dirs=["src"],
            depends=[str(header) for header in types.parent.glob("*.h")],
            # nobody debugs the generated C, and this saves a quarter of the time; a fused multiplication and addition
            # would round differently, and so make a bot's decisions depend on the machine
            extra_compile_args=["-g0", "-ffp-contract=off"],
        )
        for types in KERNELS
    ],
    cmdclass={"bdist_wheel": TaggedWheel, "build_ext": BuildIfPossible},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
