"""The compiled kernels as WebAssembly modules that Pyodide's CPython loads: Cython, then Zig's C compiler."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from Cython import __version__ as cython_version
from Cython.Build import cythonize
from setuptools import Extension

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src"
LEFT_OUT = ("lutetia/train/*", "lutetia/envs/*", "lutetia/games/*/observation")
"""Nobody trains a network in a browser."""
DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True}
"""As in setup.py."""
LIMITED_API = "-DPy_LIMITED_API=0x030b0000"
FLAGS = (
    *("-target", "wasm32-emscripten", "-fPIC", "-O2", "-DNDEBUG", "-g0", LIMITED_API),
    *("-ffp-contract=off", "-fno-sanitize=all", "-fvisibility=hidden"),
    "-mno-extended-const",  # otherwise the linker computes addresses in a way that browsers before 2023 do not know
    "-mno-simd128",
)
VECTORS = (*FLAGS[:-1], "-msimd128")
"""For devices that have vectors: nearly all. A network runs many times faster with them, with the same result."""
USES_VECTORS = "inference.h"
LINK = ("-shared", "--experimental-pic", "--allow-undefined", "--strip-all")


class MissingTool(Exception):
    """Something that the build needs is not installed: what, and how to install it."""


def kernels(source: Path = SOURCE) -> list[str]:
    """Every module with a .pxd beside it, as a path without its ending, except what a browser never needs."""
    found = (path.relative_to(source).with_suffix("") for path in source.rglob("*.pxd"))
    return sorted(path.as_posix() for path in found if not any(map(path.match, LEFT_OUT)))


def zig() -> Path:
    """Zig's folder. Raises MissingTool."""
    try:
        import ziglang
    except ModuleNotFoundError:
        raise MissingTool("Zig is missing: .venv/bin/pip install --editable '.[engine]'") from None
    return Path(ziglang.__file__).parent


def build(work: Path, jobs: int) -> tuple[dict[str, Path], dict[str, Path]]:
    """Compile all kernels: by module path, the WebAssembly file; and those that differ on devices with vectors.

    What has not changed is kept from the last time.
    """
    headers, sources = _headers(work), _translate(work)
    python = _hash_of(work / "include" / "python")
    wide = [module for module, source in sources.items() if USES_VECTORS in source.read_text("utf-8")]
    wanted = [(module, FLAGS) for module in sources] + [(module, VECTORS) for module in wide]
    with ThreadPoolExecutor(jobs) as pool:
        built = list(pool.map(lambda each: _compile(work, headers, python, each[0], sources[each[0]], each[1]), wanted))
    return dict(zip(sources, built, strict=False)), dict(zip(wide, built[len(sources) :], strict=True))


def _translate(work: Path) -> dict[str, Path]:
    """The C source of each kernel. Translated from the project's root, so that it contains no path of this machine."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        modules = kernels()
        extensions = [Extension(module.replace("/", "."), [f"src/{module}.py"]) for module in modules]
        folder = work / f"c-{cython_version}"
        cythonize(
            extensions,
            compiler_directives=DIRECTIVES,
            build_dir=str(folder),
            include_path=["src"],
            quiet=True,
        )
        return {module: folder / "src" / f"{module}.c" for module in modules}
    finally:
        os.chdir(before)


def _headers(work: Path) -> list[str]:
    """Options that name the headers: CPython's with our configuration, and those of a C library for 32 bits."""
    python, libc = work / "include" / "python", work / "include" / "libc"
    shutil.rmtree(work / "include", ignore_errors=True)
    found = Path(sysconfig.get_path("include"))
    if not (found / "Python.h").exists():
        raise MissingTool("Python's headers are missing: sudo apt-get install python3-dev")
    shutil.copytree(found, python)
    shutil.copyfile(Path(__file__).parent / "pyconfig.h", python / "pyconfig.h")
    installed = zig() / "lib" / "libc" / "include"
    shutil.copytree(installed / "riscv32-linux-musl", libc)
    types = libc / "bits" / "alltypes.h"
    text = types.read_text("utf-8")
    for name in ("_Addr", "_Reg"):  # size_t is an unsigned long here
        assert f"#define {name} int" in text, f"{types} has changed"
        text = text.replace(f"#define {name} int", f"#define {name} long")
    types.write_text(text, "utf-8")
    return ["-isystem", str(libc), "-isystem", str(installed / "generic-musl"), "-I", str(python), "-I", str(SOURCE)]


def _compile(work: Path, headers: list[str], python: str, module: str, source: Path, flags: tuple[str, ...]) -> Path:
    compiler, key = zig(), _key(python, module, source, flags)
    target = work / "wasm" / f"{module.replace('/', '.')}-{key}.so"
    if target.exists():
        return target
    target.parent.mkdir(exist_ok=True)
    object_file = work / "wasm" / f"{key}.o"
    name = module.rpartition("/")[2]
    _run(work, [compiler / "zig", "cc", *flags, *headers, "-c", source, "-o", object_file])
    half = target.with_suffix(".half")  # an interrupted build leaves no file that looks complete
    _run(work, [compiler / "zig", "wasm-ld", *LINK, f"--export=PyInit_{name}", object_file, "-o", half])
    object_file.unlink()
    half.rename(target)
    return target


def _key(python: str, module: str, source: Path, flags: tuple[str, ...]) -> str:
    """Changes with everything that the compiled module depends on. `python`: the hash of CPython's headers."""
    hashed = hashlib.sha256(repr((flags, LINK, version("ziglang"), python)).encode())
    for path in (source, *sorted((SOURCE / module).parent.glob("*.h"))):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _hash_of(folder: Path) -> str:
    """Changes with every file in a folder."""
    hashed = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        hashed.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode() + path.read_bytes())
    return hashed.hexdigest()


def _run(work: Path, command: list[object]) -> None:
    caches = {name: str(work / "zig") for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    done = subprocess.run(
        [str(word) for word in command], cwd=ROOT, env=os.environ | caches, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{command[0]} {command[1]} failed:\n{done.stderr[-4000:]}")
