"""Build the engine, with which everything can be played in a browser without a server: python scripts/engine build

docs/engine.md says what is in it, and why it lies where it does.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import brotli

from lutetia.server.http.languages import listed_languages

import contents
import kernels

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PACKAGE = ROOT / "src" / "lutetia"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
OUT = PACKAGE / "web" / "engine"
WORK = ROOT / "build" / "engine"
PINNED = json.loads((HERE / "pyodide.json").read_text("utf-8"))
TAKEN = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs")
"""Served as Pyodide made them."""
INDEX = "engine.json"
LATER = ("locale-", "library", "NOTICES")
"""How the names of files begin that a browser does not load before a first game in English."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/engine", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build_command = commands.add_parser("build", help="build it from the sources, Zig and Pyodide")
    build_command.add_argument("--out", type=Path, default=OUT, help="a folder; default: where the server looks for it")
    build_command.add_argument("--work", type=Path, default=WORK, help="a folder for what the next build can use again")
    build_command.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="compilers at once")
    build_command.add_argument("--fast", action="store_true", help="compress little: to try it out, not to serve it")
    given = parser.parse_args()
    if not given.fast:  # who only tries it out waits for it; beside other tests a nice build took ten times as long
        os.nice(10)
    try:
        build(given.out.resolve(), given.work.resolve(), given.jobs, fast=given.fast)
    except kernels.MissingTool as missing:
        raise SystemExit(str(missing)) from None


def build(out: Path, work: Path, jobs: int, *, fast: bool) -> None:
    """Write the engine's files, each also compressed, and their list."""
    check_pyodide()
    work.mkdir(parents=True, exist_ok=True)
    compiled, vectors = kernels.build(work, jobs)
    contents.stage(PACKAGE, compiled, vectors, listed_languages(), work / "stage")
    stamp, state = work / "packed.stamp", staged_state(work / "stage")
    if not stamp.exists() or stamp.read_text("utf-8") != state:
        stamp.unlink(missing_ok=True)
        shutil.rmtree(work / "packed", ignore_errors=True)
        pack(work)
        stamp.write_text(state, "utf-8")
    publish(parts(work), work, out, fast=fast)
    report(out)


def check_pyodide() -> None:
    """Raises MissingTool if Pyodide is not installed or not exactly the one that we know."""
    install = "npm --prefix web ci"
    if not PYODIDE.is_dir():
        raise kernels.MissingTool(f"Pyodide is missing: {install}")
    for name, expected in PINNED["sha256"].items():
        if sha256((PYODIDE / name).read_bytes()) != expected:
            raise kernels.MissingTool(f"{name} is not that of Pyodide {PINNED['version']}: {install}")


def staged_state(folder: Path) -> str:
    """Changes with everything that packing depends on."""
    staged = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    files = staged | {name: HERE / name for name in ("pack.py", "pack.mjs")}
    parts = (f"{name} {sha256(path.read_bytes())}\n" for name, path in files.items())
    return sha256((json.dumps(PINNED) + "".join(parts)).encode())


def pack(work: Path) -> None:
    """Raises MissingTool if there is no Node."""
    if shutil.which("node") is None:
        raise kernels.MissingTool("Node.js is missing: sudo apt-get install nodejs npm")
    command = ["node", str(HERE / "pack.mjs"), str(PYODIDE), str(work / "stage"), str(work / "packed")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"packing failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


def parts(work: Path) -> dict[str, Path]:
    """The files of the engine by name. Of an earlier build only the archives are used again, if nothing has changed."""
    taken = [*(work / "packed").glob("*.zip"), *(PYODIDE / name for name in TAKEN)]
    ours = [HERE / "NOTICES.txt", *(HERE / "workers").iterdir()]
    return {path.name: path for path in sorted((*taken, *ours), key=lambda path: path.name)}


def publish(found: dict[str, Path], work: Path, out: Path, *, fast: bool) -> None:
    """Compress each file; write the list last, so that an interrupted build is not taken for a complete one."""
    (out / INDEX).unlink(missing_ok=True)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    files = {}
    for name, path in found.items():
        data = path.read_bytes()
        files[name] = {"sha256": sha256(data), "size": len(data)}
        for suffix, packed in compressed(work, data, fast=fast).items():
            (out / f"{name}.{suffix}").write_bytes(packed)
            files[name][suffix] = len(packed)
    identity = sha256("".join(f"{name} {file['sha256']}\n" for name, file in files.items()).encode())[:16]
    index = {
        "id": identity,
        "pyodide": PINNED["version"],
        "lock": {"info": PINNED["lock"], "packages": {}},
        "first_visit": total(files, LATER),
        "files": files,
    }
    (out / INDEX).write_text(json.dumps(index, indent=1) + "\n", "utf-8")


def total(files: dict[str, dict[str, Any]], left_out: tuple[str, ...]) -> dict[str, int]:
    """How many bytes the files are, as they are and compressed, without those whose names begin like this."""
    counted = [file for name, file in files.items() if not name.startswith(left_out)]
    return {kind: sum(file[kind] for file in counted) for kind in ("size", "br", "gz")}


def compressed(work: Path, data: bytes, *, fast: bool) -> dict[str, bytes]:
    """With brotli, and with gzip for plain HTTP, over which browsers refuse brotli. Kept: the largest never change.

    A larger window than brotli's usual one makes Pyodide 1 % larger, and takes three times as long.
    """
    cached = work / "compressed" / f"{sha256(data)[:32]}{'-fast' if fast else ''}"
    if not cached.with_suffix(".gz").exists():
        cached.parent.mkdir(exist_ok=True)
        cached.with_suffix(".br").write_bytes(brotli.compress(data, quality=5 if fast else 11))
        cached.with_suffix(".gz").write_bytes(gzip.compress(data, 3 if fast else 9, mtime=0))
    return {suffix: cached.with_suffix(f".{suffix}").read_bytes() for suffix in ("br", "gz")}


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def report(out: Path) -> None:
    index = json.loads((out / INDEX).read_text("utf-8"))
    for name, file in index["files"].items():
        print(f"{name:24}{file['size']:>12,}{file['br']:>12,} brotli{file['gz']:>12,} gzip")
    whole = total(index["files"], ("locale-", "library-"))
    for what, size in (("before a first game", index["first_visit"]), ("all but languages", whole)):
        print(f"{what:24}{size['size']:>12,}{size['br']:>12,} brotli{size['gz']:>12,} gzip")
    print(f"engine {index['id']} in {out}")


if __name__ == "__main__":
    main()
