"""The trees of many games at once, for self-play: without the GIL, and with one batch for the network at a time.

`select` brings every game to a leaf that waits for the network, and writes its row and its legal steps. The caller
evaluates all rows at once, and `expand` takes the answers. Games do not wait for each other: a game whose search is
done takes its step and goes on in the same call, and a finished one is dealt anew.

Most decisions may be searched with a few simulations only, to come through long games quickly; only the thorough ones
are learned from (playout cap randomisation; Wu 2019).

The caller owns the arrays. They are passed as addresses; uncompiled, as memoryviews of the same memory.
"""

from typing import Any

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.lutetia.bots.evaluator import VALUES, Features
    from cython.cimports.lutetia.bots.fixed import ONE, UNIT
    from cython.cimports.lutetia.bots.tree import Tree
    from cython.cimports.lutetia.core.kernel import Kernel, StepList
    from cython.cimports.lutetia.core.random import Rng
else:
    from lutetia.bots.evaluator import VALUES, Features
    from lutetia.bots.fixed import ONE, UNIT
    from lutetia.bots.tree import Tree
    from lutetia.core.kernel import Kernel, StepList
    from lutetia.core.random import Rng

TRIES = cython.declare(cython.int, 64)
"""Simulations in one call that may end without a leaf; near the end of a game most do."""
SEEN = cython.declare(cython.int, 8)
"""Numbers kept of each position: chances and scores of up to four seats."""
TOLD = cython.declare(cython.int, 4)
"""Numbers told of each seat of a position: share of the win, chance, margin, score."""


@cython.cclass
class ManyTrees:
    """Games of one ruleset. Seats are counted from the one that decides, in playing order."""

    def __init__(
        self, trees: list, positions: list, features: Features, rng: Rng, seats: cython.int, width: cython.int,
        most: cython.int, room: cython.int, arrays: dict,
    ) -> None:  # fmt: skip
        """`trees`, `positions`: a tree and a spare kernel for each game. `seats`: those that the network knows, at
        least as many as play. `width`: the most legal steps. `most`: positions recorded per game. `room`: positions of
        finished games that wait to be taken. `arrays`: see `array_sizes`."""
        i: cython.int
        self.trees, self.positions = trees, positions
        self.games = len(trees)
        self.features = features
        self.players = cython.cast(Kernel, positions[0]).players
        self.seats, self.width, self.most, self.room = seats, width, most, room
        self.inputs = features.inputs
        self.target_bytes = features.target_bytes
        self.legal = StepList(features.steps)
        self.rng = rng
        self.simulations, self.quick, self.considered, self.recorded = 96, 16, 16, 1.0
        self.evaluations = self.finished = self.decisions = self.moves = self.dropped = 0
        self.ready = 0
        if cython.compiled:
            self.tree = cython.cast(cython.pp_void, malloc(self.games * cython.sizeof(cython.p_void)))
            self.position = cython.cast(cython.pp_void, malloc(self.games * cython.sizeof(cython.p_void)))
            if not self.tree or not self.position:
                raise MemoryError
            for i in range(self.games):  # the lists keep them alive
                self.tree[i] = cython.cast(cython.p_void, trees[i])
                self.position[i] = cython.cast(cython.p_void, positions[i])
        else:
            self.tree, self.position = trees, positions
        self.take_arrays(arrays)

    def take_arrays(self, arrays: dict) -> None:
        if cython.compiled:
            self.rows = cython.cast(cython.p_uchar, cython.cast(cython.size_t, arrays["rows"]))
            self.steps = cython.cast(cython.p_short, cython.cast(cython.size_t, arrays["steps"]))
            self.counts = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["counts"]))
            self.logits = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["logits"]))
            self.values = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["values"]))
            self.waits = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["waits"]))
            self.thorough = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["thorough"]))
            self.kept = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["kept"]))
            self.shares = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["shares"]))
            self.kept_rows = cython.cast(cython.p_uchar, cython.cast(cython.size_t, arrays["kept_rows"]))
            self.kept_steps = cython.cast(cython.p_short, cython.cast(cython.size_t, arrays["kept_steps"]))
            self.kept_policy = cython.cast(cython.p_float, cython.cast(cython.size_t, arrays["kept_policy"]))
            self.kept_counts = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["kept_counts"]))
            self.kept_seat = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["kept_seat"]))
            self.kept_values = cython.cast(cython.p_float, cython.cast(cython.size_t, arrays["kept_values"]))
            self.out_rows = cython.cast(cython.p_uchar, cython.cast(cython.size_t, arrays["out_rows"]))
            self.out_steps = cython.cast(cython.p_short, cython.cast(cython.size_t, arrays["out_steps"]))
            self.out_policy = cython.cast(cython.p_float, cython.cast(cython.size_t, arrays["out_policy"]))
            self.out_counts = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["out_counts"]))
            self.out_seats = cython.cast(cython.p_float, cython.cast(cython.size_t, arrays["out_seats"]))
            self.out_targets = cython.cast(cython.p_uchar, cython.cast(cython.size_t, arrays["out_targets"]))
        else:
            for name, array in arrays.items():
                setattr(self, name, array)

    def __dealloc__(self):
        free(self.tree)
        free(self.position)

    # ---- for self_play.py --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal all games."""
        game: cython.int
        with cython.nogil:
            for game in range(self.games):
                self.begin_game(game)
        raise_failure()

    def select(self) -> int:
        """Bring every game to a leaf; `counts` is 0 for a game that found none this time. Returns how many wait."""
        game: cython.int
        tries: cython.int
        waiting: cython.int = 0
        with cython.nogil:
            for game in range(self.games):
                self.waits[game] = 0
                for tries in range(TRIES):  # noqa: B007 (typed by its name)
                    if cython.cast(Tree, self.tree[game]).done > self.planned(game):
                        self.decide(game)
                    if cython.cast(Tree, self.tree[game]).select():
                        self.waits[game] = 1
                        waiting += 1
                        break
                self.offer(game)
        self.evaluations += waiting
        raise_failure()
        return waiting

    def expand(self) -> None:
        """Go on in all games that wait: `logits` and `values` have the network's answers."""
        game: cython.int
        with cython.nogil:
            for game in range(self.games):
                if self.waits[game]:
                    if cython.compiled:
                        cython.cast(Tree, self.tree[game]).expand(
                            self.logits + game * self.width, self.values + game * VALUES * self.seats
                        )
                    else:
                        self.tree[game].expand(
                            self.logits[game * self.width : (game + 1) * self.width].tolist(),
                            self.values[game * VALUES * self.seats : (game + 1) * VALUES * self.seats].tolist(),
                        )
        raise_failure()

    def taken(self) -> None:
        """The positions of finished games have been copied; make room for others."""
        self.ready = 0

    # ---- game by game ------------------------------------------------------------------------------------------

    def planned(self, game: cython.int) -> cython.int:
        """Simulations of the current search, after the root's own evaluation."""
        return self.simulations if self.thorough[game] else self.quick

    def offer(self, game: cython.int) -> cython.void:
        """Write the waiting leaf for the network."""
        i: cython.int
        n: cython.int
        at: cython.int = game * self.width
        if not self.waits[game]:
            self.counts[game] = 0
            return
        n = cython.cast(Tree, self.tree[game]).count
        self.counts[game] = n
        for i in range(n):
            self.steps[at + i] = cython.cast(Tree, self.tree[game]).legal[i]
        if cython.compiled:
            self.features.write(
                cython.cast(Tree, self.tree[game]).world,
                cython.cast(Tree, self.tree[game]).world.seat,
                self.rows + cython.cast(cython.size_t, game) * self.inputs,
            )
        else:
            world = self.tree[game].world
            self.features.write(world, world.seat, self.rows[game * self.inputs : (game + 1) * self.inputs])

    def begin_game(self, game: cython.int) -> cython.void:
        self.kept[game] = 0
        cython.cast(Kernel, self.position[game]).deal(self.rng)
        self.play_forced(game)
        self.begin_decision(game)

    def begin_decision(self, game: cython.int) -> cython.void:
        """Search the current position, thoroughly or quickly."""
        draw: cython.double = self.rng.below(1 << 30)
        self.thorough[game] = draw < self.recorded * (1 << 30)
        cython.cast(Tree, self.tree[game]).restart(
            cython.cast(Kernel, self.position[game]),
            cython.cast(Kernel, self.position[game]).seat,
            False,
            self.considered,
            self.planned(game),
        )

    def play_forced(self, game: cython.int) -> cython.void:
        """Take steps that have no sensible alternative."""
        n: cython.int
        while not cython.cast(Kernel, self.position[game]).over():
            n = cython.cast(Kernel, self.position[game]).legal(self.legal.ids)
            if self.features.sensible(cython.cast(Kernel, self.position[game]), self.legal.ids, n) > 1:
                break
            cython.cast(Kernel, self.position[game]).apply(self.legal.ids[0])
            self.moves += 1

    def decide(self, game: cython.int) -> cython.void:
        """Take the step that the search found best."""
        edge: cython.int = cython.cast(Tree, self.tree[game]).best()
        if self.thorough[game]:
            self.record(game)
        cython.cast(Kernel, self.position[game]).apply(cython.cast(Tree, self.tree[game]).step(edge))
        self.decisions += 1
        self.moves += 1
        self.play_forced(game)
        if cython.cast(Kernel, self.position[game]).over():
            self.end_game(game)
            self.begin_game(game)
        else:
            self.begin_decision(game)

    def record(self, game: cython.int) -> cython.void:
        """Keep the position with what its search found."""
        i: cython.int
        n: cython.int = cython.cast(Tree, self.tree[game]).degree[0]
        done: cython.double = cython.cast(Tree, self.tree[game]).done
        seat: cython.int = cython.cast(Kernel, self.position[game]).seat
        at: cython.size_t = cython.cast(cython.size_t, game) * self.most + self.kept[game]
        if self.kept[game] >= self.most:
            self.dropped += 1
            return
        self.kept[game] += 1
        if cython.compiled:
            self.features.write(cython.cast(Kernel, self.position[game]), seat, self.kept_rows + at * self.inputs)
        else:
            self.features.write(self.position[game], seat, self.kept_rows[at * self.inputs : (at + 1) * self.inputs])
        cython.cast(Tree, self.tree[game]).improve(self.shares)
        for i in range(n):
            self.kept_steps[at * self.width + i] = cython.cast(Tree, self.tree[game]).step(i)
            self.kept_policy[at * self.width + i] = cython.cast(cython.float, self.shares[i]) / ONE
        self.kept_counts[at] = n
        self.kept_seat[at] = seat
        for i in range(8):
            self.kept_values[at * SEEN + i] = cython.cast(
                cython.float, cython.cast(Tree, self.tree[game]).sums[i] / (done * ONE)
            )

    def end_game(self, game: cython.int) -> cython.void:
        """Add what the end tells to the positions of a game, and put them out."""
        i: cython.int
        j: cython.int
        p: cython.int
        q: cython.int
        seat: cython.int
        rival: cython.int
        at: cython.size_t
        to: cython.size_t
        self.finished += 1
        for i in range(self.kept[game]):
            if self.ready >= self.room:
                self.dropped += self.kept[game] - i
                return
            at = cython.cast(cython.size_t, game) * self.most + i
            to = self.ready
            self.ready += 1
            for j in range(self.inputs):
                self.out_rows[to * self.inputs + j] = self.kept_rows[at * self.inputs + j]
            self.out_counts[to] = self.kept_counts[at]
            for j in range(self.kept_counts[at]):
                self.out_steps[to * self.width + j] = self.kept_steps[at * self.width + j]
                self.out_policy[to * self.width + j] = self.kept_policy[at * self.width + j]
            for p in range(self.players):
                seat = (self.kept_seat[at] + p) % self.players
                rival = -1000000
                for q in range(self.players):
                    if q != seat:
                        rival = max(rival, cython.cast(Kernel, self.position[game]).points(q))
                j = cython.cast(cython.int, (to * self.seats + p) * TOLD)
                self.out_seats[j] = 0.5 + 0.5 * cython.cast(
                    cython.float, cython.cast(Kernel, self.position[game]).utility(seat)
                )
                self.out_seats[j + 1] = self.kept_values[at * SEEN + seat]
                self.out_seats[j + 2] = cython.cast(Kernel, self.position[game]).points(seat) - rival
                self.out_seats[j + 3] = self.kept_values[at * SEEN + 4 + seat]
            if self.target_bytes:
                self.write_targets(game, self.kept_seat[at], to)

    def write_targets(self, game: cython.int, seat: cython.int, to: cython.size_t) -> cython.void:
        if cython.compiled:
            self.features.targets(
                cython.cast(Kernel, self.position[game]), seat, self.out_targets + to * self.target_bytes
            )
        else:
            start = to * self.target_bytes
            self.features.targets(self.position[game], seat, self.out_targets[start : start + self.target_bytes])


def is_compiled() -> bool:
    return bool(cython.compiled)


def units() -> tuple[int, int]:
    """What stands for 1.0: of a logit and of a point; of a chance and of a score."""
    return UNIT, ONE


def array_sizes(
    features: Any, games: int, seats: int, width: int, most: int, room: int
) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The arrays that `ManyTrees` needs: the type of their numbers and their shape."""
    kept, out = games * most, room
    return {
        "rows": ("uint8", (games, features.inputs)),
        "steps": ("int16", (games, width)),
        "counts": ("int32", (games,)),
        "logits": ("int32", (games, width)),
        "values": ("int32", (games, seats, VALUES)),
        "waits": ("int32", (games,)),
        "thorough": ("int32", (games,)),
        "kept": ("int32", (games,)),
        "shares": ("int32", (features.steps,)),
        "kept_rows": ("uint8", (kept, features.inputs)),
        "kept_steps": ("int16", (kept, width)),
        "kept_policy": ("float32", (kept, width)),
        "kept_counts": ("int32", (kept,)),
        "kept_seat": ("int32", (kept,)),
        "kept_values": ("float32", (kept, SEEN)),
        "out_rows": ("uint8", (out, features.inputs)),
        "out_steps": ("int16", (out, width)),
        "out_policy": ("float32", (out, width)),
        "out_counts": ("int32", (out,)),
        "out_seats": ("float32", (out, seats, TOLD)),
        "out_targets": ("uint8", (out, features.target_bytes)),
    }
