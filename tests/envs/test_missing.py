"""If a package that an environment needs is missing, the error says how to install it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "package"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("vector", "numpy"), ("openspiel", "pyspiel")],
)
def test_a_missing_package_is_named_with_the_way_to_install_it(module, package):
    program = f"import sys; sys.modules[{package!r}] = None; import lutetia.envs.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert package in done.stderr
    assert done.stderr.endswith("pip install 'lutetia[rl]'\n")
