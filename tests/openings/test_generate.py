"""Games for a book: the same every time, continued after an interruption, never mixed with those of another plan."""

from __future__ import annotations

import json

import pytest

import lutetia
from lutetia.openings.book import is_comparable
from lutetia.openings.generate import Plan, Player, Unusable, book_from, play_all, tables_of

PLAN = Plan("lumiere")


def test_a_game_is_the_same_every_time():
    assert Player(PLAN, 2).play(5) == Player(PLAN, 2).play(5)
    assert Player(PLAN, 2).play(5) != Player(PLAN, 2).play(6)


def test_openings_differ_from_game_to_game():
    player = Player(PLAN, 2)
    assert len({player.play(n).lines["paving"][0][0] for n in range(12)}) > 1


@pytest.mark.parametrize("kept", [0, 1, 2, 4], ids=lambda kept: f"{kept} whole lines")
def test_an_interrupted_run_goes_on(tmp_path, kept):
    """It was cut off in mid-line: in the heading, in the first game, or in a later one."""
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    assert play_all(PLAN, {2: 4}, whole)
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    file.write_text("".join(lines[:kept]) + lines[kept][:20])
    assert play_all(PLAN, {2: 4}, file)
    assert file.read_text() == whole.read_text()
    assert book_from(PLAN, file).tables[2].games == 4


def test_a_whole_run_has_nothing_left_to_do(tmp_path):
    file = tmp_path / "games.jsonl"
    assert play_all(PLAN, {2: 2}, file)
    text = file.read_text()
    assert play_all(PLAN, {2: 2}, file)
    assert file.read_text() == text


def test_a_broken_line_is_no_game(tmp_path):
    file = tmp_path / "games.jsonl"
    play_all(PLAN, {2: 2}, file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], lines[1][:20], lines[2]]))
    for use in (lambda: play_all(PLAN, {2: 2}, file), lambda: book_from(PLAN, file)):
        with pytest.raises(Unusable, match="line 2: this is not a JSON object"):
            use()


def test_a_run_can_be_short(tmp_path):
    assert not play_all(PLAN, {2: 50}, tmp_path / "games.jsonl", minutes=0)
    assert book_from(PLAN, tmp_path / "games.jsonl").tables[2].games == 1


def test_games_of_another_plan_are_refused(tmp_path):
    play_all(PLAN, {2: 1}, tmp_path / "games.jsonl")
    with pytest.raises(Unusable, match="another plan"):
        book_from(Plan("lumiere", evaluations=8), tmp_path / "games.jsonl")
    (tmp_path / "other.jsonl").write_text('{"number": 0}\n')
    with pytest.raises(Unusable, match="another plan"):
        book_from(PLAN, tmp_path / "other.jsonl")


def test_no_games_are_no_book(tmp_path):
    with pytest.raises(Unusable, match="no games"):
        book_from(PLAN, tmp_path / "nothing.jsonl")


def test_a_search_decides_with_more_than_the_first_impression():
    assert Player(Plan("lumiere", evaluations=12), 2).play(0).lines["paving"]


def test_tables_without_a_network_are_played_by_the_search(monkeypatch):
    monkeypatch.setattr("lutetia.openings.generate.evaluator_for", lambda ruleset: None)
    player = Player(Plan("lumiere"), 2)
    assert player.bot == "level3"


def test_every_number_of_players_has_a_table():
    assert tables_of("lumiere") == [2]
    assert tables_of("paris") == [2, 3, 4]


def test_processes_play_the_same_games(tmp_path):
    play_all(PLAN, {2: 3}, tmp_path / "one.jsonl")
    play_all(PLAN, {2: 3}, tmp_path / "two.jsonl", jobs=2)
    one, two = (sorted((tmp_path / f"{name}.jsonl").read_text().splitlines()) for name in ("one", "two"))
    assert [json.loads(line) for line in one] == [json.loads(line) for line in two]


def test_only_like_games_are_compared(tmp_path):
    play_all(PLAN, {2: 1}, tmp_path / "games.jsonl")
    book = book_from(PLAN, tmp_path / "games.jsonl")
    assert is_comparable(book, lutetia.new("lumiere", seed=1, options={"first": "blue"}).record())
    assert not is_comparable(book, lutetia.new("lumiere", seed=1, options={"two_tiles": True}).record())
    own = dict(lutetia.new("lumiere", seed=1).record(), edition={"name": "lumiere"})
    assert not is_comparable(book, own)
