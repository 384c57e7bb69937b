"""The bill of materials fits CycloneDX's own schema and names what is really inside."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import lutetia

from .conftest import ROOT, Environment

pytestmark = pytest.mark.full  # an environment with all packages takes a minute


@pytest.fixture(scope="module")
def environment(checkout, tmp_path_factory) -> Environment:
    """An environment with lutetia[server] and nothing else, as a release makes it; the kernels do not matter here."""
    made = Environment(sys.executable, tmp_path_factory.mktemp("bill"))
    made.pip("install", "--no-compile", f"{checkout}[server]", LUTETIA_COMPILE="no")
    return made


@pytest.fixture(scope="module")
def bill(environment):
    command = [sys.executable, str(ROOT / "scripts" / "bill_of_materials.py"), str(environment.bin / "python")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment.env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_fits_the_schema(bill):
    # Here and not above: this import takes two seconds, and every process of a test run imports this file.
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill))
    assert fault is None, fault
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill | {"version": "one"})) is not None


def test_it_names_what_is_inside(bill):
    assert bill["metadata"]["component"]["version"] == lutetia.__version__
    found = {canonicalize_name(part["name"]) for part in bill["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    assert {canonicalize_name(Requirement(line).name) for line in wanted} <= found
    assert {"starlette", "pydantic-core", "svelte", "uvloop", "argon2-cffi"} <= found  # behind others, and in the pages
    assert "pytest" not in found
    assert all(part.get("licenses") for part in bill["components"])


def test_every_edge_leads_to_a_component(bill):
    own = bill["metadata"]["component"]["bom-ref"]
    refs = {own, *(part["bom-ref"] for part in bill["components"])}
    assert {edge["ref"] for edge in bill["dependencies"]} <= refs
    assert {ref for edge in bill["dependencies"] for ref in edge["dependsOn"]} == refs - {own}


def test_the_server_extra_brings_what_the_server_needs(environment):
    """Nothing but this extra is installed, and the command that needs the whole server runs."""
    assert json.loads(environment.run("lutetia", "openapi"))["paths"]
