"""The bill of materials: it fits CycloneDX's own schema, and names what is really inside."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import lutetia

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def bill():
    command = [sys.executable, str(ROOT / "scripts" / "bill_of_materials.py")]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_it_fits_the_schema(bill):
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill))
    assert fault is None, fault
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill | {"version": "one"})) is not None


def test_it_names_what_is_inside(bill):
    assert bill["metadata"]["component"]["version"] == lutetia.__version__
    found = {part["name"] for part in bill["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {canonicalize_name(Requirement(line).name) for line in project["dependencies"]} <= found
    assert {"starlette", "pydantic-core", "svelte", "uvloop", "argon2-cffi"} <= found  # behind others, and in the pages
    assert "pytest" not in found
    assert all(part.get("licenses") for part in bill["components"])


def test_every_join_leads_somewhere(bill):
    refs = {bill["metadata"]["component"]["bom-ref"], *(part["bom-ref"] for part in bill["components"])}
    assert {join["ref"] for join in bill["dependencies"]} <= refs
    assert {ref for join in bill["dependencies"] for ref in join["dependsOn"]} == refs - {
        "pkg:pypi/lutetia@" + lutetia.__version__
    }
