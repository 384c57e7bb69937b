"""What a search with a network needs to know about a game: its features, and an evaluation of positions.

A game implements `Features` (like `Guide`): it writes what one seat may know as a row of bytes, and says which outputs
of the network belong to a step. An `Evaluator` turns a position into

- one logit for each legal step (`UNIT` is 1.0), and
- three values for each seat, the deciding seat first, then the others in playing order: its chance of winning (`ONE`
  is 1.0; the chances of all seats add up to about ONE), its score, and its margin in points (`UNIT` is one point).

The margin is the seat's final points less its best rival's. The score is 1/2 + 1/2 * m / (|m| + scale), the margin
squeezed between 0 and 1, which is what a search adds up: few points near zero count more than many far from it.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.lutetia.bots.fixed import ONE
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.bots.fixed import ONE
    from lutetia.core.kernel import Kernel

VALUES = cython.declare(cython.int, 3)
"""Values of one seat: chance, score, margin."""
NOTHING = cython.declare(cython.int, -1)
"""In place of an output: it adds nothing to a step's logit."""


@cython.cclass
class Features:
    """What a network reads and answers for one game. Games subclass it for a ruleset that their network knows.

    The network's outputs are int32 with `UNIT` for 1.0: first `policy` outputs that steps refer to, then for each seat,
    the deciding one first, a logit of its chance (softmax over the seats), a logit of its score (sigmoid) and its
    margin in points.
    """

    def __cinit__(self, inputs: cython.int, policy: cython.int, first: list, second: list):
        i: cython.int
        n: cython.int = len(first)
        if cython.compiled:
            self.first = cython.cast(cython.p_int, calloc(max(1, n), cython.sizeof(cython.int)))
            self.second = cython.cast(cython.p_int, calloc(max(1, n), cython.sizeof(cython.int)))
            if not self.first or not self.second:
                raise MemoryError
            for i in range(n):
                self.first[i], self.second[i] = first[i], second[i]
        else:
            self.first, self.second = list(first), list(second)

    def __init__(self, inputs: cython.int, policy: cython.int, first: list, second: list) -> None:
        """`inputs`: bytes of a row. `policy`: outputs for steps. A step's logit is the sum of outputs `first[step]` and
        `second[step]`; `NOTHING` adds nothing."""
        if not cython.compiled:
            self.__cinit__(inputs, policy, first, second)
        if len(first) != len(second) or any(not NOTHING <= at < policy for at in (*first, *second)):
            raise ValueError(f"every step needs two outputs from -1 to {policy - 1}")
        self.inputs = inputs
        self.policy = policy
        self.steps = len(first)
        self.target_bytes = 0

    def __dealloc__(self):
        free(self.first)
        free(self.second)

    def write(self, kernel: Kernel, seat: cython.int, out: cython.p_uchar) -> cython.void:
        """Write `inputs` bytes: the position as this seat knows it. All bytes are written."""

    def sensible(self, kernel: Kernel, legal: cython.p_int, n: cython.int) -> cython.int:
        """Keep those of the n legal steps that seem to serve something, in their order, at least one; returns how many.
        A search does not consider the others. It must not depend on anything that the deciding seat cannot know."""
        return n

    def hand(self, kernel: Kernel) -> cython.ulonglong:
        """A key of what the deciding seat knows beyond the steps taken so far: its hand, and what chance has shown.

        After the same steps, positions with the same key must look alike to the deciding seat: the same features and
        the same legal steps. It must not depend on anything that this seat cannot know. 0 where nothing is hidden.
        """
        return 0

    def targets(self, kernel: Kernel, seat: cython.int, out: cython.p_uchar) -> cython.void:
        """For training: `target_bytes` bytes of a finished game whose bits, the lowest first, the network learns to
        predict for this seat, such as who has built where. They teach it what to look at; play does not need them."""

    # For Python: training, tests.

    def outputs(self) -> tuple:
        """(first, second): the outputs of every step, as lists."""
        return [self.first[i] for i in range(self.steps)], [self.second[i] for i in range(self.steps)]

    def row(self, kernel: Kernel, seat: cython.int) -> bytes:
        """What `write` writes."""
        if cython.compiled:
            out: cython.p_uchar = cython.cast(cython.p_uchar, calloc(self.inputs, 1))
            if not out:
                raise MemoryError
            self.write(kernel, seat, out)
            found = bytes([out[i] for i in range(self.inputs)])
            free(out)
            return found
        row = bytearray(self.inputs)
        self.write(kernel, seat, row)
        return bytes(row)

    def end_bytes(self, kernel: Kernel, seat: cython.int) -> bytes:
        """What `targets` writes."""
        if cython.compiled:
            out: cython.p_uchar = cython.cast(cython.p_uchar, calloc(max(1, self.target_bytes), 1))
            if not out:
                raise MemoryError
            self.targets(kernel, seat, out)
            found = bytes([out[i] for i in range(self.target_bytes)])
            free(out)
            return found
        row = bytearray(self.target_bytes)
        self.targets(kernel, seat, row)
        return bytes(row)

    def considered(self, kernel: Kernel) -> list:
        """The steps that `sensible` keeps."""
        n: cython.int
        if cython.compiled:
            legal: cython.p_int = cython.cast(cython.p_int, calloc(max(1, self.steps), cython.sizeof(cython.int)))
            if not legal:
                raise MemoryError
            n = self.sensible(kernel, legal, kernel.legal(legal))
            found = [legal[i] for i in range(n)]
            free(legal)
            return found
        steps = [0] * self.steps
        return steps[: self.sensible(kernel, steps, kernel.legal(steps))]

    def key(self, kernel: Kernel):
        """`hand`."""
        return self.hand(kernel)


@cython.cclass
class Evaluator:
    """The default: all steps alike, all seats alike. Subclasses ask a network or play rollouts."""

    def __init__(self, features: Features) -> None:
        self.features = features

    def evaluate(
        self, kernel: Kernel, legal: cython.p_int, n: cython.int, logits: cython.p_int, values: cython.p_int
    ) -> cython.void:
        """Evaluate a position that is not over from its deciding seat's view; `legal` has its n legal steps."""
        i: cython.int
        for i in range(n):
            logits[i] = 0
        for i in range(kernel.players):
            values[VALUES * i] = ONE // kernel.players
            values[VALUES * i + 1] = ONE // 2
            values[VALUES * i + 2] = 0
