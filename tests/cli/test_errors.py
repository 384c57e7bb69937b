"""Every error is one clear line on stderr and an exit code, never a traceback."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from lutetia.cli import app, errors
from lutetia.core import record as records

from .helpers import COMMAND, Run


def one_line(text: str) -> bool:
    return text.startswith("lutetia: ") and text.count("\n") == 1 and "Traceback" not in text


@pytest.mark.parametrize("command", ["replay", "score"])
class TestAFileThatIsNoRecord:
    def test_missing(self, run: Run, command: str, tmp_path: Path) -> None:
        result = run(command, tmp_path / "none.json")
        assert result.code == 2
        assert one_line(result.err)
        assert "none.json" in result.err

    def test_a_folder(self, run: Run, command: str, tmp_path: Path) -> None:
        result = run(command, tmp_path)
        assert result.code == 2
        assert one_line(result.err)

    def test_cut_off(self, run: Run, command: str, finished: Path) -> None:
        finished.write_text(finished.read_text()[:200])
        result = run(command, finished)
        assert result.code == 2
        assert one_line(result.err)
        assert "not JSON" in result.err

    def test_ten_megabytes(self, run: Run, command: str, tmp_path: Path) -> None:
        huge = tmp_path / "huge.json"
        huge.write_bytes(b"[" + b"0," * 5_000_000 + b"0]")
        result = run(command, huge)
        assert result.code == 2
        assert one_line(result.err)
        assert "larger than" in result.err

    def test_not_text(self, run: Run, command: str, tmp_path: Path) -> None:
        binary = tmp_path / "binary.json"
        binary.write_bytes(b"\xff\xfe\x00\x01")
        assert one_line(run(command, binary).err)

    def test_illegal(self, run: Run, command: str, finished: Path) -> None:
        record = records.load(finished)
        record["turns"][4]["steps"] = ["build L4 e5 e6 e7 f7"]
        records.dump(record, finished)
        result = run(command, finished)
        assert result.code == 2
        assert one_line(result.err)
        assert "turn 5, step 1" in result.err
        assert "(L23)" in result.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "chess"],
        ["play", "lumiere", "--seat", "green"],
        ["play", "lumiere", "--first", "green"],
        ["play", "lumiere", "--seed", "many"],
        ["play", "lumiere", "--postcards", "jardin,louvre"],
        ["play", "lumiere", "--edition", "none.toml"],
        ["play", "lumiere", "--resume", "none.json"],
        ["play", "lumiere", "--resume", "none.json", "--seed", "3"],
        ["selfplay", "lumiere", "--games", "0"],
        ["selfplay", "lumiere", "--bots", "clever"],
        ["selfplay", "lumiere", "--bots", "random,random,random"],
        ["selfplay", "lumiere", "--games", "1", "--out", "/proc/nowhere"],
        ["edition", "show", "none.toml"],
        ["replay"],
        ["check"],
        ["dance"],
        ["--loud"],
    ],
    ids=" ".join,
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert one_line(result.err), result.err


@pytest.mark.parametrize("arguments", [[], ["edition"]])
def test_no_arguments_show_the_help(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert "Usage" in result.out + result.err
    assert "lutetia:  " not in result.err


def test_a_finished_game_is_not_resumed(run: Run, finished: Path) -> None:
    result = run("play", "lumiere", "--resume", finished)
    assert result.code == 2
    assert "over" in result.err


def test_an_unwritable_state_folder_does_not_stop_the_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import io

    (tmp_path / "state").write_text("a file where the folder should be")
    monkeypatch.setattr("sys.stdin", io.StringIO("take C6\nquit\n"))
    result = run("play", "lumiere", "--seed", 1)
    assert result.code == 0
    assert "could not be saved" in result.out


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch, finished: Path) -> None:
    def interrupt(_path: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(records, "load", interrupt)
    result = run("score", finished)
    assert result.code == 130
    assert "interrupted" in result.err


def test_a_closed_pipe_is_no_error(finished: Path) -> None:
    command = " ".join([*COMMAND, "replay", str(finished)])
    script = f"set -o pipefail; {command} | head -1; echo $?"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "La Cité" in done.stdout


def test_output_to_a_closed_pipe_is_no_error(finished: Path) -> None:
    child = subprocess.Popen(
        [*COMMAND, "score", str(finished), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() == 0


def test_an_interrupt_from_outside_leaves_no_traceback(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [*COMMAND, "selfplay", "lumiere", "--games", "100000", "--seed", "1", "--out", str(tmp_path / "games")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "games").exists():
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    _out, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "Traceback" not in err
    assert "interrupted" in err


def test_output_falls_back_to_ascii(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUTF8", "0")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = subprocess.run([*COMMAND, "replay", str(finished)], capture_output=True, check=True)
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert b"La Cite de la Lumiere" in done.stdout


def test_no_unexpected_error_is_hidden(monkeypatch: pytest.MonkeyPatch, finished: Path) -> None:
    """A bug gives a traceback, so that it can be fixed; only mistakes of users become one line."""

    def fault(_path: object) -> None:
        raise AssertionError("ours")

    monkeypatch.setattr(records, "load", fault)
    with pytest.raises(AssertionError):
        errors.run(app, ["score", str(finished)])
