"""The three shelves for local games keep one contract: natively, in a browser, and in one that allows no storage."""

from __future__ import annotations

import asyncio
import json
import subprocess

import pytest

from lutetia.server.local.event_log import MemoryShelf
from plain_web import serving_folder

from .conftest import ROOT

WORKERS = ROOT / "scripts" / "engine" / "workers"
ASKED = [
    (("write", "one", 0, "after a", ["a"]), True),
    (("write", "one", 0, "again", ["x"]), False),
    (("write", "one", 1, "after c", ["b", "c"]), True),
    (("write", "one", 2, "taken", ["x", "y"]), False),
    (("write", "one", 4, "a gap", ["x"]), False),
    (("write", "two", 1, "no beginning", ["x"]), False),
    (("read", "one"), ["after c", ["a", "b", "c"]]),
    (("read", "two"), None),
    (("write", "two", 0, "two", ["a", "b"]), True),
    (("summaries",), ["after c", "two"]),
    (("remove", "one"), None),
    (("write", "one", 3, "removed", ["d"]), False),
    (("read", "one"), None),
    (("summaries",), ["two"]),
    (("remove", "one"), None),
    (("get", "key"), None),
    (("put", "key", "first"), None),
    (("put", "key", "second"), None),
    (("get", "key"), "second"),
    (("delete", "key"), None),
    (("delete", "key"), None),
    (("get", "key"), None),
]
OPERATIONS, EXPECTED = [asked for asked, _said in ASKED], [said for _asked, said in ASKED]
RUN = """async ([module, operations]) => {
  const { openShelf } = await import(module);
  const { lasting, ...shelf } = await openShelf();
  const said = [];
  for (const [method, ...words] of operations) said.push((await shelf[method](...words)) ?? null);
  return { lasting, said };
}"""


def test_in_memory():
    async def said():
        shelf = MemoryShelf()
        return [await getattr(shelf, method)(*words) for method, *words in OPERATIONS]

    assert json.loads(json.dumps(asyncio.run(said()))) == EXPECTED


def test_where_a_browser_allows_no_storage():
    """Node has no IndexedDB."""
    arguments = json.dumps([(WORKERS / "shelf.mjs").as_uri(), OPERATIONS])
    program = f"console.log(JSON.stringify(await ({RUN})({arguments})))"
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"lasting": False, "said": EXPECTED}


@pytest.fixture
def address():
    """The scripts of the engine on a plain web server."""
    with serving_folder(WORKERS) as port:
        yield f"http://127.0.0.1:{port}/"


def test_in_a_browser(chromium, address):
    context = chromium.new_context()
    page = context.new_page()
    page.goto(address)
    assert page.evaluate(RUN, ["/shelf.mjs", OPERATIONS]) == {"lasting": True, "said": EXPECTED}
    context.close()
