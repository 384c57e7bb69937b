"""Write the bill of materials as CycloneDX: `python scripts/bill_of_materials.py PYTHON > sbom.json`.

PYTHON is the interpreter of an environment with nothing but `lutetia[server]` in it. cyclonedx-py lists the packages
there. It does not know the front end, which is built into our package: those parts come from web/package-lock.json.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BUNDLED = re.compile(r"node_modules/(svelte|uqr|@fontsource(-variable)?/[^/]+)")
"""The framework's run time, QR codes and fonts. Everything else in the lock file is a build tool."""


def bill(python: str) -> dict[str, Any]:
    """The whole bill; the same environment gives the same bill."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--spec-version", "1.6"]
    done = subprocess.run([*command, "--output-format", "JSON", python], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    [own] = [part for part in found["components"] if part["name"] == "lutetia"]
    bundled = front_end_parts()
    edges = {edge["ref"]: edge.get("dependsOn", []) for edge in found["dependencies"]}
    edges[own["bom-ref"]] = edges[own["bom-ref"]] + [part["bom-ref"] for part in bundled]
    found["metadata"]["component"] = own | {"type": "application"}
    found["components"] = [part for part in found["components"] if part is not own] + bundled
    found["dependencies"] = [{"ref": ref, "dependsOn": sorted(to)} for ref, to in edges.items()]
    return found


def front_end_parts() -> list[dict[str, Any]]:
    """The npm packages that are built into the pages."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    parts = []
    for path in sorted(filter(BUNDLED.fullmatch, lock)):
        name, package = path.removeprefix("node_modules/"), lock[path]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        part = {"type": "library", "bom-ref": purl, "name": name, "version": package["version"], "purl": purl}
        parts.append(part | {"licenses": [{"expression": package["license"]}]})
    return parts


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump(bill(sys.argv[1]), sys.stdout, indent=1, ensure_ascii=False)
    print()
