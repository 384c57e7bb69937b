"""Look for known vulnerabilities: `python scripts/audit.py REQUIREMENTS`.

REQUIREMENTS is a file of pinned versions as `pip freeze` writes it.
pip-audit asks OSV about these Python packages; npm audit asks npm's registry about the front end's. How many days a
finding may stay is written in docs/security.md, "Components".

Exit status: 0 nothing is known, 1 something is, 2 wrong usage, 3 nothing is known but a service did not answer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"


class NoAnswer(Exception):
    """A service that could not be asked, with what the tool says about it."""


def python_findings(requirements: Path, osv: str | None) -> list[str]:
    """Known vulnerabilities of the Python packages, one line each."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(requirements), "--no-deps", "--disable-pip"]
    command += ["--vulnerability-service", "osv", "--format", "json", "--progress-spinner", "off", "--strict"]
    report = _report([*command, *(["--osv-url", osv] if osv else [])])
    return [
        f"{package['name']} {package['version']}: {found['id']}, fixed in {', '.join(found['fix_versions']) or '-'}"
        for package in report["dependencies"]
        for found in package["vulns"]
    ]


def web_findings(web: Path) -> list[str]:
    """Known vulnerabilities of the front end's packages and of the tools that build it."""
    report = _report(["npm", "--prefix", str(web), "audit", "--package-lock-only", "--json"])
    if "vulnerabilities" not in report:
        raise NoAnswer(str(report.get("message") or report.get("error")))
    return [f"{name}: {found['severity']}" for name, found in report["vulnerabilities"].items()]


def _report(command: list[str]) -> dict:
    """The JSON that a tool prints. Both tools exit with 1 for findings and for failures; only findings are JSON."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise NoAnswer(done.stderr.strip().rpartition("\n")[2]) from None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("requirements", type=Path)
    parser.add_argument("--web", type=Path, default=WEB, help="folder of the front end's package-lock.json")
    parser.add_argument("--osv", help="another address of the OSV API")
    given = parser.parse_args()
    if not given.requirements.is_file():
        parser.error(f"{given.requirements} is not a file")
    findings, unanswered = [], []
    audits = {
        "Python packages": lambda: python_findings(given.requirements, given.osv),
        "front end": lambda: web_findings(given.web),
    }
    for name, audit in audits.items():
        try:
            findings += audit()
        except NoAnswer as error:
            unanswered.append(f"{name}: no answer ({error})")
    print("\n".join([*findings, *unanswered]) or "No known vulnerabilities.")
    return 1 if findings else 3 if unanswered else 0


if __name__ == "__main__":
    sys.exit(main())
