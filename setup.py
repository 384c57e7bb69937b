"""Compile the kernels where a C compiler is at hand; elsewhere install the same .py files, which run as they stand."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildIfPossible(build_ext):
    """`optional=True` on the extensions does not survive a missing compiler, so the whole step is caught."""

    def run(self):
        try:
            super().run()
        except Exception as error:  # no compiler, no headers: whatever it is, the package must install
            print(f"lutetia: no compiled core ({error}); the same code will run uncompiled", file=sys.stderr)


extensions = [  # every module that has its C types in a .pxd beside it
    Extension(
        ".".join(types.with_suffix("").parts[1:]),
        [str(types.with_suffix(".py"))],
        define_macros=[("Py_LIMITED_API", "0x030b0000")],
        py_limited_api=True,
        optional=True,
    )
    for types in sorted(Path("src").rglob("*.pxd"))
]
directives = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True}

setup(
    ext_modules=cythonize(extensions, compiler_directives=directives, build_dir="build/cython", include_path=["src"]),
    cmdclass={"build_ext": BuildIfPossible},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
