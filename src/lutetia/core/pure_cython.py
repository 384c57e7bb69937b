"""What `import cython` gives the kernels where they run uncompiled: decorators that do nothing, and C types.

The real module comes with Cython, which only compiling needs. This is the part of its pure-Python mode that is used
here; tests compare the two. C integers are Python's: the kernels mask what may overflow.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

Decorated = TypeVar("Decorated")

compiled = False


class _Nothing(nullcontext[None]):
    """A decorator and a context manager without an effect."""

    def __call__(self, decorated: Decorated) -> Decorated:
        return decorated


class _Number:
    """A C number: converts as Python does, and is zero without a value."""

    def __init__(self, convert: Callable[..., Any]) -> None:
        self.convert = convert

    def __call__(self, *value: Any) -> Any:
        return self.convert(*value)


class _Pointer:
    """A pointer. Uncompiled, arrays are lists or memoryviews, and nothing is converted."""

    def __call__(self, value: Any = None) -> Any:
        return value


cclass = cfunc = nogil = gil = _Nothing()


def exceptval(*, check: bool) -> _Nothing:
    return cfunc


_integer, _real, _pointer = _Number(int), _Number(float), _Pointer()
bint = _Number(bool)
uchar = schar = int = uint = longlong = ulonglong = size_t = Py_ssize_t = _integer
float = double = _real
p_int = p_uint = p_short = p_longlong = p_uchar = p_schar = p_ulonglong = p_float = p_double = _pointer
p_void = pp_uint = pp_void = _pointer
void = None


def cast(to: Any, value: Any) -> Any:
    """The value as this C type; objects are what they are."""
    return to(value) if isinstance(to, _Number | _Pointer) else value


def declare(what: Any, value: Any) -> Any:
    """A constant of this C type."""
    return cast(what, value)


def sizeof(what: Any) -> Any:
    """Sizes matter only where memory is allocated, which uncompiled code does not do."""
    raise NotImplementedError
