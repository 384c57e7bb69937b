"""The routes of puzzles: no solution before it is found, one attempt that counts, ratings and streaks."""

from __future__ import annotations

import pytest

from lutetia import puzzles
from lutetia.puzzles import judge
from lutetia.puzzles.proof import Prover
from lutetia.server.http.app import make_app
from lutetia.server.store import schema
from lutetia.server.tasks import puzzle_progress

from server.conftest import error
from server.people.helpers import become_guest, become_member, me, rows
from server.times import DAY


@pytest.fixture
def app(settings, times):
    """A server whose clock the test moves; it begins at midnight."""
    times.now -= times.now % DAY
    return make_app(settings, now=times)


def easy(game: str = "lumiere", skip: int = 0) -> puzzles.Puzzle:
    """A puzzle with one turn to find."""
    return [one for one in puzzles.puzzles(game) if one.asked == 1][skip]


def turns_of(puzzle: puzzles.Puzzle) -> list[tuple[str, ...]]:
    """The turns of the solution that the seat has to find."""
    game, own = puzzle.position(), []
    for turn in puzzle.line:
        if game.seat == puzzle.seat:
            own.append(turn)
        judge.play_turn(game, turn)
    return own


def wrong_turn(puzzle: puzzles.Puzzle) -> list[str]:
    game = puzzle.position()
    turns = Prover(game.ruleset, game.kernel.seat, 5_000_000).turns(game.kernel, 100_000)
    return [game.ruleset.step_texts[step] for step in turns[-1].steps]


def answer(client, puzzle: puzzles.Puzzle, *turns: object) -> dict:
    found = client.post(f"/api/puzzles/{puzzle.id}/answer", json={"turns": [list(turn) for turn in turns]})
    assert found.status_code == 200, found.text
    return found.json()


def test_the_overview_names_themes_and_the_puzzles_of_the_day(client):
    found = client.get("/api/puzzles").json()
    assert [one["game"] for one in found["games"]] == puzzles.names()
    for one in found["games"]:
        assert one["daily"] == puzzles.daily(one["game"], found["day"]).id
        assert one["count"] == len(puzzles.puzzles(one["game"]))
        assert all(theme["count"] and theme["title"] for theme in one["themes"])


def test_the_daily_puzzle_changes_at_midnight_and_is_the_same_for_all(client, another, times):
    first = client.get("/api/puzzles").json()
    assert another().get("/api/puzzles").json() == first
    times.now += DAY - 1
    assert client.get("/api/puzzles").json() == first
    times.now += 1
    second = client.get("/api/puzzles").json()
    assert second["day"] == first["day"] + 1
    assert all(a["daily"] != b["daily"] for a, b in zip(first["games"], second["games"], strict=True))


def test_a_puzzle_comes_without_its_solution(client):
    puzzle = easy()
    shown = client.get(f"/api/puzzles/{puzzle.id}")
    assert shown.json()["goal_text"]
    assert not {"line", "value", "second", "solution"} & set(shown.json())
    scene = client.post(f"/api/puzzles/{puzzle.id}/position", json={"steps": []}).json()
    assert scene["legal"] == puzzle.position().legal()
    assert scene["whole_turn"]
    after = client.post(f"/api/puzzles/{puzzle.id}/position", json={"steps": list(puzzle.line[0])}).json()
    assert after["whole_turn"]
    assert "solution" not in scene["told"]


def test_a_wrong_answer_is_refuted_and_the_right_one_explained(client):
    puzzle = easy()
    wrong = answer(client, puzzle, wrong_turn(puzzle))
    assert wrong["status"] == "wrong"
    assert wrong["solution"] is None
    assert wrong["lost"] > 0
    assert f"{wrong['lost']} point" in wrong["text"]
    right = answer(client, puzzle, puzzle.line[0])
    assert right["status"] == "solved"
    assert right["solution"]["turns"] == [list(turn) for turn in puzzle.line]
    assert right["solution"]["text"]
    assert right["result"] is None  # nobody is signed in


def test_the_first_attempt_of_a_member_counts_once(client):
    become_member(client)
    puzzle = easy()
    first = answer(client, puzzle, puzzle.line[0])["result"]
    assert first["solved"]
    assert first["after"] > first["before"] == 1500
    assert answer(client, puzzle, puzzle.line[0])["result"] is None
    assert answer(client, puzzle, wrong_turn(puzzle))["result"] is None
    [mine] = client.get("/api/me/puzzles").json()["games"]
    assert (mine["tried"], mine["solved"], mine["run"], mine["points"]) == (1, 1, 1, first["after"])
    assert len(rows(client, schema.puzzle_attempt)) == 1


@pytest.mark.parametrize("what", ["hint", "solution", "answer"])
def test_a_hint_a_look_and_a_wrong_answer_end_the_attempt(client, what):
    become_member(client)
    puzzle = easy()
    if what == "answer":
        lost = answer(client, puzzle, wrong_turn(puzzle))["result"]
    else:
        lost = client.post(f"/api/puzzles/{puzzle.id}/{what}").json()["result"]
    assert not lost["solved"]
    assert lost["after"] < lost["before"]
    assert answer(client, puzzle, puzzle.line[0])["result"] is None
    assert client.get(f"/api/puzzles/{puzzle.id}").json()["solved"] is False


def test_right_with_more_to_find_does_not_count_yet(client):
    puzzle = next(one for game in puzzles.names() for one in puzzles.puzzles(game) if one.asked > 1)
    become_member(client)
    found = answer(client, puzzle, puzzle.line[0])
    assert (found["status"], found["result"], found["solution"]) == ("more", None, None)
    assert found["replies"]
    assert rows(client, schema.puzzle_attempt) == []


def test_guests_are_judged_but_nothing_is_stored(client):
    become_guest(client)
    puzzle = easy()
    assert answer(client, puzzle, puzzle.line[0])["result"] is None
    assert client.get("/api/me/puzzles").json() == {"days": 0, "games": []}
    assert rows(client, schema.puzzle_attempt) == []


def test_days_in_a_row(client, times):
    become_member(client)
    for solved, days in ((True, 1), (True, 2), (False, 2), (True, 1)):
        today = puzzles.puzzle(client.get("/api/puzzles").json()["games"][0]["daily"])
        if solved:
            answer(client, today, *turns_of(today))
        assert client.get("/api/me/puzzles").json()["days"] == (days if solved else 2)
        times.goes_on(days=1)


def test_going_on_from_a_puzzle(client):
    puzzle = easy()
    become_member(client)
    assert error(client.post(f"/api/puzzles/{puzzle.id}/share")) == "untried"
    client.post(f"/api/puzzles/{puzzle.id}/solution")
    shared = client.post(f"/api/puzzles/{puzzle.id}/share").json()
    found = client.get(f"/api/shared/{shared['token']}").json()
    assert found["content"] == puzzle.record()
    assert found["step"] == shared["step"]


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/api/puzzles/zzzzzz", None, "no-puzzle"),
        ("GET", "/api/puzzles/of/chess", None, "no-game"),
        ("POST", "/api/puzzles/{id}/answer", {"turns": [[]]}, "no-turn"),
        ("POST", "/api/puzzles/{id}/answer", {"turns": []}, "invalid"),
        ("POST", "/api/puzzles/{id}/answer", {"turns": [["nonsense"]]}, "illegal"),
        ("POST", "/api/puzzles/{id}/position", {"steps": ["nonsense"]}, "illegal"),
    ],
)
def test_bad_requests_say_why(client, method, path, body, code):
    found = client.request(method, path.format(id=easy().id), json=body)
    assert error(found) == code


def test_a_members_data_hold_the_attempts_and_are_deleted(client):
    become_member(client)
    puzzle = easy()
    answer(client, puzzle, puzzle.line[0])
    data = client.get("/api/me/export").json()
    assert [one["puzzle"] for one in data["puzzles"]] == [puzzle.id]
    assert set(data["puzzle_ratings"]) == {puzzle.game}
    assert client.delete("/api/me").status_code == 204
    assert rows(client, schema.puzzle_attempt) == rows(client, schema.puzzle_rating) == []
    assert me(client) is None


def test_a_hard_puzzle_is_worth_more_than_an_easy_one():
    start = puzzle_progress.newcomer()
    gains = [puzzle_progress.rated(start, strength, True).points for strength in (800, 1500, 2200)]
    losses = [puzzle_progress.rated(start, strength, False).points for strength in (800, 1500, 2200)]
    assert gains == sorted(gains)
    assert losses == sorted(losses)
    assert max(losses) < start.points < min(gains)
    sure = start
    for n in range(60):
        sure = puzzle_progress.rated(sure, 1500, n % 2 == 0)
    assert not sure.provisional
    assert abs(sure.points - 1500) < 80


def test_runs():
    attempts = [{"solved": solved} for solved in (True, True, False, True)]
    assert puzzle_progress.run(attempts) == (1, 2)
    assert puzzle_progress.run([]) == (0, 0)
