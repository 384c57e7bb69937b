"""Which parts of Lutetia should have been replaced by now: `python scripts/overdue.py`.

The parts are those of the bill of materials, the time frames those of docs/security.md, "Components". The package
indexes that pip and npm are set up with are asked for newer releases, OSV (https://osv.dev) for known weaknesses; where
OSV cannot be reached, the Python index is asked what it has from there.

0 nothing is overdue · 1 something is, a table says what · 2 wrong usage · 3 somebody who was asked did not answer
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from packaging.requirements import Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

Json = dict[str, Any]
HIGH, WEAK, BEHIND = timedelta(7), timedelta(30), timedelta(180)
"""How long a part may stay after a weakness rated high, any other weakness, a newer minor release became known."""
MILD = {"LOW", "MODERATE", "MEDIUM"}
"""Ratings below high. Who gave none may have meant the worst."""
PATIENCE = 20
SIMPLE = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"


class NoAnswer(Exception):
    """Something could not be learnt, and why."""


@dataclass(frozen=True)
class Release:
    """What an index says of one version."""

    version: Version
    since: date | None
    taken_back: bool = False
    python: str = ""


@dataclass(frozen=True)
class Finding:
    """A reason to replace a part. `until` is None where nobody says since when: then it is overdue."""

    part: str
    why: str
    since: date | None = None
    until: date | None = None

    def overdue(self, today: date) -> bool:
        return self.until is None or self.until < today


class Asking:
    """Questions to other machines. One that cannot be reached is not asked again."""

    def __init__(self) -> None:
        self.dead: dict[str, str] = {}

    def ask(self, url: str, body: Json | None = None, accept: str = "application/json") -> tuple[str, str]:
        """The answer's kind and text. Raises NoAnswer."""
        place = urlsplit(url).netloc
        if place in self.dead:
            raise NoAnswer(self.dead[place])
        headers = {"Accept": accept, "User-Agent": "lutetia-overdue"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        asked = urllib.request.Request(url, json.dumps(body).encode() if body is not None else None, headers)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return answer.headers.get_content_type(), answer.read().decode()
        except urllib.error.HTTPError as error:
            raise NoAnswer(f"{place} answers {error.code} {error.reason}") from None
        except (OSError, ValueError) as error:
            self.dead[place] = f"{place} cannot be reached: {getattr(error, 'reason', error) or type(error).__name__}"
            raise NoAnswer(self.dead[place]) from None

    def ask_json(self, url: str, body: Json | None = None) -> Json:
        return _object(self.ask(url, body)[1], url)


def _object(text: str, url: str) -> Json:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise NoAnswer(f"{urlsplit(url).netloc} answers with something else than JSON")
    return found


# ---- releases --------------------------------------------------------------------------------------------------------


def python_releases(asking: Asking, index: str, name: str) -> list[Release]:
    """From an index as PEP 503 and PEP 691 describe it; the times are PEP 700's, or a mirror's own in HTML."""
    url = f"{index.rstrip('/')}/{canonicalize_name(name)}/"
    kind, text = asking.ask(url, accept=SIMPLE)
    files = _object(text, url).get("files", []) if kind.endswith("json") else _Links.files(text)
    found: dict[Version, list[Json]] = {}
    for file in files:
        if (version := _version(file["filename"])) is not None:
            found.setdefault(version, []).append(file)
    return [
        Release(
            version,
            min((day for file in group if (day := _day(file.get("upload-time")))), default=None),
            all(file.get("yanked") not in (None, False) for file in group),
            group[0].get("requires-python") or "",
        )
        for version, group in found.items()
    ]


class _Links(HTMLParser):
    """The files that a page of an index links, with what its `data-` attributes say."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Json] = []

    @classmethod
    def files(cls, page: str) -> list[Json]:
        reading = cls()
        reading.feed(page)
        return reading.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "a" and said.get("href"):
            data = {key.removeprefix("data-"): value or "" for key, value in attrs if key.startswith("data-")}
            self.found.append({"filename": urlsplit(said["href"] or "").path.rpartition("/")[2], **data})


def _version(filename: str) -> Version | None:
    """The version a file is of, if it is a wheel or a source."""
    try:
        return parse_wheel_filename(filename)[1] if filename.endswith(".whl") else parse_sdist_filename(filename)[1]
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion):
        return None


def page_releases(asking: Asking, registry: str, name: str) -> list[Release]:
    """From npm's registry."""
    said = asking.ask_json(f"{registry.rstrip('/')}/{quote(name, safe='@')}")
    times = said.get("time", {})
    plain = {text: about for text, about in said.get("versions", {}).items() if "-" not in text}
    return [Release(Version(text), _day(times.get(text)), "deprecated" in about) for text, about in plain.items()]


def _day(text: str | None) -> date | None:
    return datetime.fromisoformat(text).astimezone(UTC).date() if text else None


def behind(part: str, own: Version, releases: list[Release], held: SpecifierSet) -> Iterator[Finding]:
    """Whether a release was taken back, and since when there is a newer minor one that could be had."""
    here = next((release for release in releases if release.version == own), None)
    if here is None:
        raise NoAnswer("its index does not know this version")
    if here.taken_back:
        yield Finding(part, "its makers took this release back")
    newer = [each for each in releases if each.version.release[:2] > own.release[:2] and _could_be_had(each, held)]
    if any(release.since is None for release in newer):
        raise NoAnswer("its index does not say when releases came out")
    if newer:
        since = min(release.since for release in newer if release.since)
        newest = max(release.version for release in newer)
        yield Finding(part, f"newer minor releases, up to {newest}", since, since + BEHIND)


def _could_be_had(release: Release, held: SpecifierSet) -> bool:
    try:
        python = SpecifierSet(release.python).contains(".".join(map(str, sys.version_info[:3])))
    except InvalidSpecifier:
        python = True
    return not (release.version.is_prerelease or release.taken_back) and python and held.contains(release.version)


def holds(names: set[str]) -> dict[str, SpecifierSet]:
    """What the Python parts allow of one another. A part that is held back counts from when it is let go; what holds
    it is a part itself. What Lutetia's own requirements rule out is no excuse."""
    found: dict[str, SpecifierSet] = {}
    for name in names:
        try:
            lines = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        for wanted in map(Requirement, lines):
            other = canonicalize_name(wanted.name)
            if other in names and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
                found[other] = found.get(other, SpecifierSet()) & wanted.specifier
    return found


# ---- weaknesses ------------------------------------------------------------------------------------------------------


def known_to_osv(asking: Asking, osv: str, purl: str) -> list[Json]:
    said = asking.ask_json(f"{osv.rstrip('/')}/v1/query", {"package": {"purl": purl}})
    if said.get("next_page_token"):
        raise NoAnswer("there are more known weaknesses than fit on a page")
    return list(said.get("vulns", []))


def known_to_index(asking: Asking, index: str, name: str, version: str) -> list[Json]:
    """The same from PyPI or a mirror of it, which tells neither days nor ratings. Some mirrors know the newest version
    alone."""
    about = f"{index.rstrip('/').removesuffix('/simple')}/pypi/{name}"
    try:
        said = asking.ask_json(f"{about}/{version}/json")
    except NoAnswer:
        said = asking.ask_json(f"{about}/json")
    if said["info"]["version"] != version:
        raise NoAnswer(f"{urlsplit(index).netloc} tells them of the newest version alone")
    return list(said["vulnerabilities"])


def weaknesses(part: str, told: list[Json]) -> Iterator[Finding]:
    """Each that still stands, with its days."""
    known = [one for one in told if not one.get("withdrawn")]
    for one in known:
        names = {one["id"], *one.get("aliases", [])}
        same = [other for other in known if names & {other["id"], *other.get("aliases", [])}]
        ratings = {str(other.get("database_specific", {}).get("severity") or "").upper() for other in same} - {""}
        mild = bool(ratings) and ratings <= MILD
        since = _day(one.get("published"))
        until = since + (WEAK if mild else HIGH) if since else None
        yield Finding(part, f"{one['id']}, rated {', '.join(sorted(ratings)).lower() or 'by nobody'}", since, until)


# ---- all of it -------------------------------------------------------------------------------------------------------


def python_index() -> str:
    """The index that pip is set up with."""
    pip = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    return os.environ.get("PIP_INDEX_URL") or _printed(pip) or "https://pypi.org/simple"


def page_registry() -> str:
    """The registry that npm is set up with."""
    npm = [shutil.which("npm") or "", "config", "get", "registry"]
    return os.environ.get("NPM_CONFIG_REGISTRY") or (npm[0] and _printed(npm)) or "https://registry.npmjs.org"


def _printed(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def look(parts: list[Json], osv: str) -> tuple[list[Finding], dict[str, list[str]]]:
    """All findings, and what could not be learnt: the reason, with the parts it is about."""
    asking, index, registry = Asking(), python_index(), page_registry()
    held = holds({part["name"] for part in parts if part["purl"].startswith("pkg:pypi/")})
    found: list[Finding] = []
    unknown: dict[str, list[str]] = {}

    def releases_of(part: Json) -> list[Finding]:
        if part["purl"].startswith("pkg:pypi/"):
            releases = python_releases(asking, index, part["name"])
        else:
            releases = page_releases(asking, registry, part["name"])
        label = f"{part['name']} {part['version']}"
        return list(behind(label, Version(part["version"]), releases, held.get(part["name"], SpecifierSet())))

    def weaknesses_of(part: Json) -> list[Finding]:
        try:
            told = known_to_osv(asking, osv, part["purl"])
        except NoAnswer as first:
            if not part["purl"].startswith("pkg:pypi/"):
                raise
            try:
                told = known_to_index(asking, index, part["name"], part["version"])
            except NoAnswer as second:
                raise NoAnswer(f"{first}; {second}") from None
        return list(weaknesses(f"{part['name']} {part['version']}", told))

    with ThreadPoolExecutor(8) as asked:
        questions = [
            (what, part, asked.submit(of, part))
            for of, what in ((releases_of, "releases"), (weaknesses_of, "known weaknesses"))
            for part in parts
        ]
        for what, part, answer in questions:
            try:
                found += answer.result()
            except NoAnswer as no:
                unknown.setdefault(f"{what}: {no}", []).append(part["name"])
            except (AttributeError, KeyError, TypeError, ValueError) as error:  # it came, but it is not what was asked
                why = f"{what}: the answer cannot be read ({type(error).__name__}: {error})"
                unknown.setdefault(why, []).append(part["name"])
    return sorted(found, key=lambda one: (one.until or date.min, one.part)), unknown


def table(findings: list[Finding]) -> str:
    rows = [("part", "why", "since", "allowed until")]
    rows += [(one.part, one.why, str(one.since or "not told"), str(one.until or "at once")) for one in findings]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("--bill", type=Path, help="a bill of materials; by default that of this environment")
    reading.add_argument("--osv", default="https://api.osv.dev", help="where OSV, or a copy of it, answers")
    reading.add_argument("--today", type=date.fromisoformat, default=datetime.now(UTC).date(), help="another day")
    given = reading.parse_args()
    if given.bill:
        try:
            parts = json.loads(given.bill.read_text("utf-8"))["components"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            reading.error(f"{given.bill} is no bill of materials: {error}")
    else:
        from bill_of_materials import bill

        parts = bill()["components"]
    findings, unknown = look(parts, given.osv)
    overdue = [one for one in findings if one.overdue(given.today)]
    coming = [one for one in findings if not one.overdue(given.today)]
    if overdue:
        print(f"Overdue on {given.today}:\n{table(overdue)}")
    if coming:
        print(f"To be replaced, in time:\n{table(coming)}")
    for why, names in unknown.items():
        which = f"any of {len(parts)} parts" if len(names) == len(parts) else ", ".join(names)
        print(f"Not known for {which}: {why}")
    if not overdue:
        known = "As far as is known, nothing" if unknown else "Nothing"
        print(f"{known} is overdue on {given.today}, of {len(parts)} parts.")
    return 1 if overdue else 3 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
