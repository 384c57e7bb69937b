"""The engine in Chromium, from a real server with its content security policy: a game without another request."""

from __future__ import annotations

import json

import pytest

import lutetia
from lutetia import puzzles

from browsers import CONTEXT

START = """
async (build) => {
  const worker = new Worker(`/engine/${build}/table.mjs?language=pl`, { type: 'module' });
  const waiting = new Map();
  let asked = 0;
  window.asked = () => asked;
  window.progress = [];
  window.heard = [];
  const ready = new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message ?? 'the worker did not start'));
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve();
      else if (data.progress !== undefined) window.progress.push(data.progress);
      else if (data.id) waiting.get(data.id)(data);
      else if (data.connection) window.heard.push(JSON.parse(data.message));
      else reject(new Error(data.failed));
    };
  });
  window.tell = (message) =>
    new Promise((resolve) => {
      waiting.set((asked += 1), resolve);
      worker.postMessage({ ...message, id: asked });
    });
  window.ask = async (method, address, body) => {
    const text = body && JSON.stringify(body);
    const request = { do: 'request', method, address, body: text, language: 'pl' };
    const { status, body: said, failed } = await window.tell(request);
    if (failed) throw new Error(failed);
    if (status >= 400) throw new Error(said);
    return [status, JSON.parse(said)];
  };
  await ready;
}
"""
PLAY = """
async ([game, most]) => {
  let [, state] = await window.ask('GET', `/api/games/${game}?text=1`);
  for (let taken = 0; state.status === 'running' && taken < most; ) {
    if (!state.legal.length) {
      await new Promise((done) => setTimeout(done, 10));
    } else {
      const step = state.legal[(state.seq * 7) % state.legal.length];
      const body = { seq: state.seq, step, client_key: `k${state.seq}` };
      await window.ask('POST', `/api/games/${game}/steps?text=1`, body);
      taken += 1;
    }
    [, state] = await window.ask('GET', `/api/games/${game}?text=1`);
  }
  return state;
}
"""


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_game_against_a_bot_in_workers_reloaded_and_without_a_network(chromium, site, engine, game):
    build = json.loads((engine / "engine.json").read_text("utf-8"))["id"]
    context = chromium.new_context(base_url=site, **CONTEXT)
    page, faults = context.new_page(), []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto("/robots.txt")
    page.evaluate(START, build)
    assert page.evaluate("window.progress.at(-1)") == 1
    wanted = {"game": game, "seats": ["human", "level3"]}
    status, state = page.evaluate("(game) => window.ask('POST', '/api/games', game)", wanted)
    assert status == 201
    assert state["seats"][1]["bot"] == "level3"
    page.evaluate(PLAY, [state["id"], 2])

    page.reload()
    page.evaluate(START, build)
    _status, listed = page.evaluate("window.ask('GET', '/api/me/games')")
    assert [one["id"] for one in listed["games"]] == [state["id"]]
    page.evaluate("(game) => window.tell({ do: 'connect', game, language: 'pl' })", state["id"])
    page.evaluate(PLAY, [state["id"], 1])  # so that the worker that thinks is there
    context.set_offline(True)
    last = page.evaluate(PLAY, [state["id"], 200 if game == "lumiere" else 5])
    assert last["text"]["language"] == "pl"
    assert last["status"] == "over" or game == "paris"
    page.wait_for_function("(seq) => window.heard.some((one) => one.seq === seq)", arg=last["seq"])
    assert faults == []
    puzzles_there = {"do": "request", "method": "GET", "address": "/api/puzzles", "language": "pl"}
    refused = page.evaluate("(request) => window.tell(request)", puzzles_there)  # nobody has opened them before
    assert (refused["status"], json.loads(refused["body"])["error"]["code"]) == (503, "no-library")
    context.close()


def test_the_library_is_loaded_when_it_is_first_needed(chromium, site, engine):
    """Rules and puzzles, in the worker that answers and in the one that thinks, in Polish."""
    build = json.loads((engine / "engine.json").read_text("utf-8"))["id"]
    page = chromium.new_context(base_url=site, **CONTEXT).new_page()
    page.goto("/robots.txt")
    page.evaluate(START, build)
    ask = "([method, address, body]) => window.ask(method, address, body)"
    _status, found = page.evaluate(ask, ["GET", "/api/puzzles", None])
    daily = found["games"][0]["daily"]
    _status, book = page.evaluate(ask, ["GET", "/api/rules/lumiere/book", None])
    assert not book["untranslated"]
    line = [list(turn) for turn in puzzles.puzzle(daily).line[::2]]
    _status, verdict = page.evaluate(ask, ["POST", f"/api/puzzles/{daily}/answer", {"turns": line[:1]}])
    assert verdict["status"] in ("solved", "more")
    _status, mine = page.evaluate(ask, ["GET", "/api/me/puzzles", None])
    assert len(mine["games"]) == (verdict["status"] == "solved")


def test_a_language_is_loaded_once_for_requests_at_the_same_time(chromium, site, engine):
    """Laid over itself later, it would lack the texts of the library, which are added to it."""
    build = json.loads((engine / "engine.json").read_text("utf-8"))["id"]
    page, asked = chromium.new_context(base_url=site, **CONTEXT).new_page(), []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto("/robots.txt")
    page.evaluate(START, build)
    book = {"do": "request", "method": "GET", "address": "/api/rules/lumiere/book", "language": "de"}
    said = page.evaluate("(book) => Promise.all([1, 2, 3].map(() => window.tell(book)))", book)
    assert [json.loads(one["body"])["untranslated"] for one in said] == [False] * 3
    assert asked.count("locale-de.zip") == 1


def test_a_long_thought_that_is_given_up_blocks_nothing(chromium, site, engine):
    build = json.loads((engine / "engine.json").read_text("utf-8"))["id"]
    page, faults = chromium.new_context(base_url=site, **CONTEXT).new_page(), []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/robots.txt")
    page.evaluate(START, build)
    hint = "(record) => window.ask('POST', '/api/what-if/hint', { record })"
    record = lutetia.new("paris", seed=7).record()
    assert page.evaluate(hint, record)[0] == 200  # so that the worker that thinks is there
    given_up = """async (record) => {
      const body = JSON.stringify({ record, level: 4 });
      const request = { do: 'request', method: 'POST', address: '/api/what-if/engine', body, language: 'pl' };
      const answer = window.tell(request);
      const of = window.asked();
      await new Promise((done) => setTimeout(done, 200));
      await window.tell({ do: 'cancel', of });
      return (await answer).status;
    }"""
    assert page.evaluate(given_up, record) == 499
    assert page.evaluate(hint, record)[0] == 200
    page.wait_for_timeout(200)
    assert faults == []


def test_the_files_are_compressed_and_kept(site, engine, chromium):
    index = json.loads((engine / "engine.json").read_text("utf-8"))
    page = chromium.new_context(base_url=site, **CONTEXT).new_page()
    page.goto("/robots.txt")
    look = """async (name) => {
      const answer = await fetch(name);
      return [answer.status, [...answer.headers], (await answer.arrayBuffer()).byteLength];
    }"""
    status, headers, _size = page.evaluate(look, "/engine/engine.json")
    assert (status, dict(headers)["cache-control"]) == (200, "no-cache")
    status, headers, size = page.evaluate(look, f"/engine/{index['id']}/engine.zip")
    assert (status, size) == (200, index["files"]["engine.zip"]["size"])
    assert dict(headers)["content-encoding"] in ("br", "gzip")
    assert "immutable" in dict(headers)["cache-control"]
    for missing in ("/engine/older/engine.zip", f"/engine/{index['id']}/secret.txt"):
        assert page.evaluate(look, missing)[0] == 404
