"""Arrays for searches: C memory when compiled, lists otherwise, all zeros at first.

An array that grows is longer by some elements without a value.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, realloc


@cython.cfunc
def ints(n: cython.size_t) -> cython.p_int:
    if cython.compiled:
        found: cython.p_int = cython.cast(cython.p_int, calloc(n + 1, cython.sizeof(cython.int)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0] * n


@cython.cfunc
def longs(n: cython.size_t) -> cython.p_longlong:
    if cython.compiled:
        found: cython.p_longlong = cython.cast(cython.p_longlong, calloc(n + 1, cython.sizeof(cython.longlong)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0] * n


@cython.cfunc
def keys(n: cython.size_t) -> cython.p_ulonglong:
    if cython.compiled:
        found: cython.p_ulonglong = cython.cast(cython.p_ulonglong, calloc(n + 1, cython.sizeof(cython.ulonglong)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0] * n


@cython.cfunc
def doubles(n: cython.size_t) -> cython.p_double:
    if cython.compiled:
        found: cython.p_double = cython.cast(cython.p_double, calloc(n + 1, cython.sizeof(cython.double)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0.0] * n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def more_ints(array: cython.p_int, n: cython.size_t) -> cython.p_int:
    """The array with room for n; NULL if there is no memory: then the old one stays."""
    if cython.compiled:
        return cython.cast(cython.p_int, realloc(array, n * cython.sizeof(cython.int)))
    else:
        return array + [0] * (n - len(array))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def more_longs(array: cython.p_longlong, n: cython.size_t) -> cython.p_longlong:
    """Like `more_ints`."""
    if cython.compiled:
        return cython.cast(cython.p_longlong, realloc(array, n * cython.sizeof(cython.longlong)))
    else:
        return array + [0] * (n - len(array))
