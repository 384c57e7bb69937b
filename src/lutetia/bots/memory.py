"""Arrays for searches: C memory when compiled, lists otherwise, all zeros at first but for `room_…`."""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, malloc


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


# Room for values that are written before they are read. Memory that is never written to takes no place in the machine.


@cython.cfunc
def room_for_ints(n: cython.size_t) -> cython.p_int:
    if cython.compiled:
        return cython.cast(cython.p_int, room(n, cython.sizeof(cython.int)))
    else:
        return [0] * n


@cython.cfunc
def room_for_longs(n: cython.size_t) -> cython.p_longlong:
    if cython.compiled:
        return cython.cast(cython.p_longlong, room(n, cython.sizeof(cython.longlong)))
    else:
        return [0] * n


@cython.cfunc
def room(n: cython.size_t, size: cython.size_t) -> cython.p_void:
    found: cython.p_void = malloc((n + 1) * size)
    if not found:
        raise MemoryError
    return found
