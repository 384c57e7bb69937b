"""docs/security.md: every requirement of OWASP ASVS 5.0 up to level 2 is there once, and what it names exists."""

from __future__ import annotations

import math
import re
from pathlib import Path

from lutetia.server.ids import LETTERS, SECRET, new_id

from server.conftest import new_game

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text()
LEVELS = {
    "V1.1": "22", "V1.2": "1111122223", "V1.3": "112222222223", "V1.4": "222", "V1.5": "123",
    "V2.1": "122", "V2.2": "112", "V2.3": "12223", "V2.4": "23",
    "V3.1": "3", "V3.2": "113", "V3.3": "12223", "V3.4": "11222233", "V3.5": "11122333", "V3.6": "3", "V3.7": "22333",
    "V4.1": "12233", "V4.2": "23333", "V4.3": "22", "V4.4": "1222",
    "V5.1": "2", "V5.2": "112333", "V5.3": "113", "V5.4": "222",
    "V6.1": "122", "V6.2": "111111112222", "V6.3": "11223333", "V6.4": "112233", "V6.5": "22222333", "V6.6": "2223",
    "V6.7": "33", "V6.8": "2222",
    "V7.1": "222", "V7.2": "1111", "V7.3": "22", "V7.4": "11222", "V7.5": "223", "V7.6": "22",
    "V8.1": "1233", "V8.2": "1123", "V8.3": "133", "V8.4": "23",
    "V9.1": "111", "V9.2": "1222",
    "V10.1": "22", "V10.2": "223", "V10.3": "22223", "V10.4": "1111122222233333", "V10.5": "22222", "V10.6": "22",
    "V10.7": "222",
    "V11.1": "2233", "V11.2": "22233", "V11.3": "11233", "V11.4": "1222", "V11.5": "23", "V11.6": "23", "V11.7": "33",
    "V12.1": "12233", "V12.2": "11", "V12.3": "22223",
    "V13.1": "2333", "V13.2": "222223", "V13.3": "2233", "V13.4": "1222233",
    "V14.1": "22", "V14.2": "12223333", "V14.3": "122",
    "V15.1": "12233", "V15.2": "12233", "V15.3": "1222222", "V15.4": "3333",
    "V16.1": "2", "V16.2": "22222", "V16.3": "2222", "V16.4": "222", "V16.5": "2223",
    "V17.1": "23", "V17.2": "22223333", "V17.3": "22",
}  # fmt: skip
"""The level of each requirement of each section, in order."""
STATUSES = {"met", "not applicable", "not met"}


def wanted() -> list[str]:
    return [f"{s}.{n}" for s, levels in LEVELS.items() for n, level in enumerate(levels, 1) if level in "12"]


def rows() -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:3] == "| V"]


def all_tests() -> set[str]:
    found = set()
    for file in ROOT.glob("tests/**/test_*.py"):
        found |= {f"{file.stem}::{name}" for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)}
    return found


def test_the_standard_has_as_many_requirements():
    every = "".join(LEVELS.values())
    assert [every.count(level) for level in "123"] == [70, 183, 92]


def test_every_requirement_is_there_once_and_in_order():
    assert [row[0] for row in rows()] == wanted()
    assert all(len(row) == 4 and all(row) for row in rows())


def test_each_is_met_or_not_and_the_sum_is_right():
    counts = {status: sum(row[2] == status for row in rows()) for status in STATUSES}
    assert sum(counts.values()) == len(rows())
    assert f"{len(rows())} requirements: {counts['met']} met" in PAGE
    assert f"{counts['not applicable']} not applicable, {counts['not met']} not met" in PAGE


def test_every_test_and_every_file_that_is_named_exists():
    known = all_tests()
    for name in re.findall(r"`(test_\w+::\w+)`", PAGE):
        assert name in known, name
    for name in re.findall(r"`(tests/[\w/]+\.py|web/[\w/.-]+)`|(docs/\w+\.md)", PAGE):
        assert (ROOT / "".join(name)).is_file(), name
    for name in re.findall(r"`((?:\w+/)*\w+\.py)`", PAGE):
        assert (ROOT / name).is_file() or list((ROOT / "src" / "lutetia").glob(f"**/{name}")), name


def test_chapters_named_below_are_there():
    for name in re.findall(r'"([A-Z][\w ]+)"(?: below)?', PAGE[PAGE.index("## ASVS") :]):
        assert f"\n## {name}\n" in PAGE, name


def test_secret_tokens_have_enough_random_bits(client):
    assert SECRET * math.log2(len(LETTERS)) >= 128
    assert len(set(new_id(1000))) > len(LETTERS) - 3
    game = new_game(client, "human", "human")["id"]
    token = client.post(f"/api/games/{game}/share", json={}).json()["token"]
    assert {len(game), len(token)} == {SECRET}
