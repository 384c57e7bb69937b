"""Fixed-point arithmetic for decisions: exponentials and logarithms in integers, the same on every machine.

The last bit of the C library's `exp` and `log` depends on the machine; here no rounding is left to it.
"""

import cython

UNIT = cython.declare(cython.int, 4096)
"""1.0 of a logit and one point of a margin."""
ONE = cython.declare(cython.int, 65536)
"""1.0 of a probability and of a score."""

# e**-(2**j / UNIT) for j from 0 to 15, where 1.0 is 2**30
POWERS = (
    1073479712, 1073217664, 1072693760, 1071646719, 1069555701, 1065385899, 1057095000, 1040706261,
    1008687096, 947573834, 836230973, 651257337, 395007542, 145315154, 19666268, 360200,
)  # fmt: skip
LN_2 = cython.declare(cython.longlong, 2977044472)
"""ln 2, where 1.0 is 2**32."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def exp_of_minus(x: cython.longlong) -> cython.longlong:
    """e**-(x / UNIT), where 1.0 is 2**30; x must not be negative."""
    if x >= 16 * UNIT:
        return 0
    return (COARSE[x >> 8] * FINE[x & 255] + 536870912) >> 30


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sigmoid(x: cython.longlong) -> cython.longlong:
    """1 / (1 + e**-(x / UNIT)), where 1.0 is ONE. sigmoid(x) + sigmoid(-x) is ONE."""
    small: cython.longlong
    if x < 0:
        return ONE - sigmoid(-x)
    small = exp_of_minus(x)
    return ONE - (small * ONE) // (1073741824 + small)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def log_of(x: cython.ulonglong) -> cython.longlong:
    """ln(x), where 1.0 is UNIT; 1 <= x < 2**62. The bits of log2(x) come out one by one, by squaring."""
    whole: cython.longlong = 0
    bits: cython.int = 16
    while (x >> whole) > 1:
        whole += 1
    x = (x << (31 - whole)) if whole <= 31 else (x >> (whole - 31))
    while bits > 0:
        bits -= 1
        x = (x * x) >> 31
        whole <<= 1
        if x >> 32:
            x >>= 1
            whole |= 1
    return (whole * (LN_2 >> 8)) >> 28


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def softmax(logits: cython.p_int, n: cython.int, out: cython.p_int) -> cython.void:
    """The probabilities of n logits; each is rounded down, so they add up to a little less than ONE."""
    i: cython.int
    most: cython.int
    total: cython.longlong = 0
    if n == 0:
        return
    most = logits[0]
    for i in range(1, n):
        most = max(most, logits[i])
    for i in range(n):
        total += exp_of_minus(cython.cast(cython.longlong, most) - logits[i])
    for i in range(n):
        out[i] = cython.cast(cython.int, (exp_of_minus(cython.cast(cython.longlong, most) - logits[i]) * ONE) // total)


def fill() -> None:
    """The tables behind `exp_of_minus`: e**-(i / 16) and e**-(i / 4096), multiplied from POWERS."""
    i: cython.int
    j: cython.int
    coarse: cython.longlong
    fine: cython.longlong
    for i in range(256):
        coarse = fine = 1 << 30
        for j in range(8):
            if (i >> j) & 1:
                fine = (fine * cython.cast(cython.longlong, POWERS[j]) + (1 << 29)) >> 30
                coarse = (coarse * cython.cast(cython.longlong, POWERS[j + 8]) + (1 << 29)) >> 30
        COARSE[i] = coarse
        FINE[i] = fine


if not cython.compiled:
    COARSE, FINE = [0] * 256, [0] * 256
fill()


# For callers in plain Python.


def exponential(x: cython.longlong):
    """`exp_of_minus`."""
    return exp_of_minus(x)


def logistic(x: cython.longlong):
    """`sigmoid`."""
    return sigmoid(x)


def logarithm(x: cython.ulonglong):
    """`log_of`."""
    return log_of(x)
