"""Files of lines that a run appends to: what was cut off is left out, and anything else that is broken is named."""

from __future__ import annotations

import pytest

from lutetia.core.json_lines import BrokenLine, drop_half_line, lines_of


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", []),
        ('{"n": 1}\n{"n": 2}\n', [{"n": 1}, {"n": 2}]),
        ('{"n": 1}\n{"n"', [{"n": 1}]),
        ('{"n": 1}\n{"n": 2}', [{"n": 1}]),  # its end was not written
        ('{"n', []),
    ],
)
def test_a_half_line_is_left_out_and_can_be_cut_off(tmp_path, text, whole):
    file = tmp_path / "lines.jsonl"
    file.write_text(text)
    assert list(lines_of(file)) == whole
    drop_half_line(file)
    with file.open("a") as more:
        more.write('{"n": 3}\n')
    assert list(lines_of(file)) == [*whole, {"n": 3}]


def test_no_file_has_no_lines(tmp_path):
    drop_half_line(tmp_path / "none")
    assert list(lines_of(tmp_path / "none")) == []
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("line", ['{"n": 1{"n": 2}', "", "3", '{"n": "\udcff"}'])
def test_a_broken_line_is_named(tmp_path, line):
    file = tmp_path / "lines.jsonl"
    file.write_text(f'{{"n": 1}}\n{line}\n{{"n": 3}}\n', errors="surrogateescape")
    with pytest.raises(BrokenLine, match=r"lines\.jsonl, line 2: this is not a JSON object; remove the line"):
        list(lines_of(file))
