"""Where kernels run uncompiled, `import cython` gives them a module of ours. It must do what Cython's own does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from Cython import Shadow

import lutetia
from lutetia.core import pure_cython

SOURCES = [types.with_suffix(".py").read_text("utf-8") for types in Path(lutetia.__file__).parent.rglob("*.pxd")]
USED = sorted({name for source in SOURCES for name in re.findall(r"cython\.(\w+)", source)} - {"cimports"})


@pytest.mark.parametrize("name", USED)
def test_every_name_that_a_kernel_uses_is_there(name):
    """`cimports` are for compiled code only."""
    assert hasattr(pure_cython, name)
    assert hasattr(Shadow, name)


@pytest.mark.parametrize("kind", ["int", "ulonglong", "longlong", "size_t", "double", "bint"])
@pytest.mark.parametrize("value", [0, 7, -3, 1 << 70])
def test_casts_are_the_same(kind, value):
    ours, theirs = (module.cast(getattr(module, kind), value) for module in (pure_cython, Shadow))
    assert (type(ours), ours) == (type(theirs), theirs)


def test_objects_and_arrays_are_not_converted():
    values = [1, 2]
    assert pure_cython.cast(pure_cython.p_int, values) is values
    assert pure_cython.cast(list, values) is Shadow.cast(list, values)


def test_decorators_change_nothing():
    def function() -> int:
        return 7

    for module in (pure_cython, Shadow):
        assert module.cfunc(module.nogil(module.exceptval(check=False)(function))) is function
        with module.nogil, module.gil:
            pass


def test_other_packages_still_get_cythons_own():
    program = "import lutetia; lutetia.new('paris', seed=1); import cython; print(cython.__file__)"
    said = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"LUTETIA_PURE": "1"}, capture_output=True, text=True
    )
    assert Path(said.stdout.strip()).name == "cython.py", said.stderr
