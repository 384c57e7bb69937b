"""`lutetia openings`: the choices of a line as a table, and what there is not."""

from __future__ import annotations

from .helpers import Run


def test_a_line_is_a_table_of_choices(run: Run) -> None:
    done = run("openings", "paris", "--line", "bonus", "--seat", "2")
    assert done.code == 0
    assert "Bonus tile 17" in done.out
    assert "Other lines: actions, districts" in done.out
    assert "%" in done.out


def test_a_choice_leads_on(run: Run) -> None:
    done = run("openings", "paris", "track 17", "--line", "bonus")
    assert "Bonus tile 27" in done.out
    assert "Bonus tile 17 " not in done.out


def test_what_there_is_not(run: Run) -> None:
    for words, said in (
        (("--line", "x"), "there are: paving, tile, buildings, postcards"),
        (("--players", "4"), "these numbers of players: 2"),
        (("--seat", "3"), "the seats are: 1, 2"),
        (("nothing",), "No strong game went this way"),
    ):
        done = run("openings", "lumiere", *words)
        assert done.code == 2
        assert said in done.err
