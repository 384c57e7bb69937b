"""What Lutetia is made of, as a CycloneDX bill of materials: `python scripts/bill_of_materials.py > sbom.json`.

Run it where Lutetia is installed: the Python packages are those it needs there, in the versions found there. What is
built into the pages, `web/package-lock.json` names.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import lutetia

ROOT = Path(__file__).parent.parent
Json = dict[str, Any]
BUILT_IN = re.compile(r"node_modules/(svelte|uqr|@fontsource(-variable)?/[^/]+)")


def bill() -> Json:
    """The whole bill, the same for the same environment."""
    joins = packages()
    own = purl("lutetia", lutetia.__version__)
    parts = [python_part(_installed(name)) for name in sorted(joins) if name != "lutetia"]
    refs = {part["name"]: part["bom-ref"] for part in parts} | {"lutetia": own}
    pages = page_parts()
    depends = {refs[name]: [refs[each] for each in sorted(joined)] for name, joined in sorted(joins.items())}
    depends[own] += [part["bom-ref"] for part in pages]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "lutetia",
                "version": lutetia.__version__,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": parts + pages,
        "dependencies": [{"ref": ref, "dependsOn": on} for ref, on in depends.items()],
    }


def packages() -> dict[str, set[str]]:
    """Every package that Lutetia needs without extras, with those that it needs itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    joins: dict[str, set[str]] = {"lutetia": set()}
    done: set[tuple[str, frozenset[str]]] = set()
    open_ends = [("lutetia", Requirement(line), {""}) for line in project["dependencies"]]
    while open_ends:
        who, wanted, extras = open_ends.pop()
        if wanted.marker and not any(wanted.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        name = canonicalize_name(wanted.name)
        joins[who].add(name)
        if (name, frozenset(wanted.extras)) not in done:
            done.add((name, frozenset(wanted.extras)))
            joins.setdefault(name, set())
            further = [Requirement(line) for line in _installed(name).requires or []]
            open_ends += [(name, each, {"", *wanted.extras}) for each in further]
    return joins


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise SystemExit(f"{name} is not installed here; run this where Lutetia is: pip install .") from None


def python_part(package: Distribution) -> Json:
    """A component from what a package says of itself."""
    name = canonicalize_name(package.name)
    part = {
        "type": "library",
        "bom-ref": purl(name, package.version),
        "name": name,
        "version": package.version,
        "purl": purl(name, package.version),
    }
    said = package.metadata.get("License-Expression") or package.metadata.get("License") or ""
    classified = [line for line in package.metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    if package.metadata.get("License-Expression"):
        return part | {"licenses": [{"expression": said}]}
    if said and "\n" not in said and len(said) < 60:
        return part | {"licenses": [{"license": {"name": said}}]}
    if classified:
        return part | {"licenses": [{"license": {"name": classified[0].rpartition(" :: ")[2]}}]}
    return part


def page_parts() -> list[Json]:
    """What is built into the pages: the framework's run time and the letters; all else in the lock file is a tool."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    parts = []
    for name in sorted(path.removeprefix("node_modules/") for path in lock if BUILT_IN.fullmatch(path)):
        package = lock[f"node_modules/{name}"]
        ref = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        part = {"type": "library", "bom-ref": ref, "name": name, "version": package["version"], "purl": ref}
        parts.append(part | {"licenses": [{"expression": package["license"]}]})
    return parts


def purl(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1, ensure_ascii=False)
    print()
