"""Every field of a kernel's state is handled wherever rules/fields.py says it must be."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import lutetia
from lutetia.core.fields import Field

SOURCE = Path(lutetia.__file__).parent
DECLARED = re.compile(r"cdef (?:readonly|public) (?:unsigned long long|int|bint)(?:\[(\d+)\])? (.+)")


class State:
    """The sources of one game's state, and its declared fields."""

    def __init__(self, game: str) -> None:
        folder = SOURCE / "games" / game / "rules"
        module = import_module(f"lutetia.games.{game}.rules.fields")
        self.fields: dict[str, Field] = {field.name: field for field in module.FIELDS}
        assert len(self.fields) == len(module.FIELDS), "a field is listed twice"
        self.types = (SOURCE / "core" / "kernel.pxd").read_text().partition("cdef class Kernel")[2]
        self.types += (folder / "state.pxd").read_text()
        tree = ast.parse((folder / "state.py").read_text(encoding="utf-8"))
        self.methods = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}

    def expected(self, method: str) -> set[str]:
        return {field.name for field in self.fields.values() if method in field.methods.split()}

    def constants(self) -> set[str]:
        return {field.name for field in self.fields.values() if not field.methods}

    def mentioned(self, method: str, owner: str = "self", stored: bool = False) -> set[str]:
        """The fields of `owner` that a method uses; `stored`: only those that it assigns, or elements of which."""
        found = set()
        for node in ast.walk(self.methods[method]):
            target = node.value if stored and isinstance(node, ast.Subscript) else node
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == owner:
                is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
                if target.attr in self.fields and (is_stored or not stored):
                    found.add(target.attr)
        return found


@pytest.fixture(params=["lumiere", "paris"])
def state(request) -> State:
    return State(request.param)


def compare(found: set[str], expected: set[str], place: str) -> None:
    assert not expected - found, f"{place} lacks {sorted(expected - found)}; add them, or correct rules/fields.py"
    assert not found - expected, f"{place} has {sorted(found - expected)}; add them to rules/fields.py"


def test_the_pxd_declares_every_field_with_its_length(state):
    declared = {}
    for length, names in DECLARED.findall(state.types):
        declared |= {name.strip(): int(length or 0) for name in names.split(",")}
    compare(set(declared), set(state.fields), "state.pxd")
    assert declared == {field.name: field.length for field in state.fields.values()}


def test_a_copy_has_every_field(state):
    compare(state.mentioned("copy", stored=True), state.expected("copy"), "copy")
    compare(state.mentioned("copy", owner="o"), state.expected("copy"), "the right-hand side of copy")
    for loop in [node for node in state.methods["copy"].body if isinstance(node, ast.For)]:
        length = ast.literal_eval(loop.iter.args[0])
        for line in map(ast.unparse, loop.body):
            name = re.fullmatch(r"self\.(\w+)\[i\] = o\.\1\[i\]", line)
            assert name, f"copy: {line} does not copy an element"
            assert state.fields[name[1]].length == length, f"copy: {line} copies {length} elements"


def test_fields_can_be_arranged(state):
    taken = set(re.findall(r"given\.get\('(\w+)', self\.\1\)", ast.unparse(state.methods["arrange"])))
    compare(taken, state.expected("arrange"), "arrange")
    for loop in [node for node in state.methods["arrange"].body if isinstance(node, ast.For)]:
        for name in re.findall(r"given\.get\('(\w+)'", ast.unparse(loop)):
            length = ast.literal_eval(loop.iter.args[0])
            assert state.fields[name].length == length, f"arrange takes {length} elements of {name}"


def test_the_hash_covers_the_position(state):
    compare(state.mentioned("hash") - state.constants(), state.expected("hash"), "hash")


@pytest.mark.parametrize("method", ["derive_district", "derive_common", "derive_seat"])
def test_derived_fields_are_derived(method):
    paris = State("paris")
    compare(paris.mentioned(method, stored=True), paris.expected(method), method)


@pytest.mark.parametrize("method", ["district_changed", "seat_changed", "track_changed", "layout_changed"])
def test_fields_shown_in_a_view_are_compared(method):
    paris = State("paris")
    compare(paris.mentioned(method), paris.expected(method), method)
    compare(paris.mentioned(method, owner="o"), paris.expected(method), f"{method} of the other position")
