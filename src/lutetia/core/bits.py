"""Bits of a 64-bit word: count them, find the lowest, mix them into a hash."""

import cython


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def popcount(v: cython.ulonglong) -> cython.int:
    """How many bits are set."""
    if cython.compiled:  # the classic sum in parallel
        v = v - ((v >> 1) & cython.cast(cython.ulonglong, 0x5555555555555555))
        v = (v & cython.cast(cython.ulonglong, 0x3333333333333333)) + (
            (v >> 2) & cython.cast(cython.ulonglong, 0x3333333333333333)
        )
        v = (v + (v >> 4)) & cython.cast(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
        return cython.cast(cython.int, (v * cython.cast(cython.ulonglong, 0x0101010101010101)) >> 56)
    return v.bit_count()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lowest(v: cython.ulonglong) -> cython.int:
    """The index of the lowest set bit. v must not be 0."""
    if cython.compiled:
        return popcount((v & (0 - v)) - 1)
    return (v & -v).bit_length() - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mix(h: cython.ulonglong, v: cython.ulonglong) -> cython.ulonglong:
    """Fold a value into a hash."""
    h = h ^ v
    if cython.compiled:
        h = h * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    else:
        h = (h * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    return h ^ (h >> 29)
