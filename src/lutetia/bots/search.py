"""Monte-Carlo tree search over information sets, for any kernel, in flat arrays and without the GIL.

Every simulation first replaces what the seat cannot know (`Kernel.resample`), walks down one tree of steps that all
these worlds share, adds one step, plays on, and gives every seat its own value on the way back (Cowling, Powley,
Whitehouse 2012: single-observer ISMCTS). Where nothing is hidden this is plain UCT.

- A step is tried when its turn comes: the guide's order decides which first, and the number of steps tried at a node
  grows with its visits (progressive widening), so that wide placements do not drown the tree.
- Playing on, the best of a few random steps by the guide is taken (`tournament`; 1: uniformly random).
- A value mixes winning with the margin: a bot that only wins plays on without care once it is ahead.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import log, pow, sqrt
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.lutetia.bots.guide import Guide
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
else:
    from math import log, pow, sqrt

    from lutetia.bots.guide import Guide
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng

DEEPEST = 4096
"""Steps of a game; kernels bound theirs far below."""


@cython.cclass
class Search:
    """A tree with room for so many nodes; used again and again, one position at a time."""

    def __cinit__(self, world: Kernel, guide: Guide, room: cython.int, capacity: cython.int):
        if cython.compiled:
            self.legal = cython.cast(cython.p_int, malloc(room * cython.sizeof(cython.int)))
            self.child_of = cython.cast(cython.p_int, malloc(room * cython.sizeof(cython.int)))
            self.stamp = cython.cast(cython.p_int, malloc(room * cython.sizeof(cython.int)))
            self.step = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.visits = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.available = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.first = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.next = cython.cast(cython.p_int, malloc(capacity * cython.sizeof(cython.int)))
            self.value = cython.cast(cython.p_double, malloc(4 * capacity * cython.sizeof(cython.double)))
            self.path = cython.cast(cython.p_int, malloc(4096 * cython.sizeof(cython.int)))
            if not (
                self.legal and self.child_of and self.stamp and self.step and self.visits and self.available
                and self.first and self.next and self.value and self.path
            ):  # fmt: skip
                raise MemoryError
        else:
            self.legal, self.child_of, self.stamp = [0] * room, [0] * room, [0] * room
            self.step, self.visits, self.available = [0] * capacity, [0] * capacity, [0] * capacity
            self.first, self.next, self.value = [0] * capacity, [0] * capacity, [0.0] * (4 * capacity)
            self.path, self.reward = [0] * 4096, [0.0] * 4

    def __init__(self, world: Kernel, guide: Guide, room: cython.int, capacity: cython.int) -> None:
        """`world`: a kernel of the table to play in; `room`: how many steps the table has."""
        i: cython.int
        if not cython.compiled:
            self.__cinit__(world, guide, room, capacity)
        self.world = world
        self.guide = guide
        self.room = room
        self.capacity = capacity
        self.players = world.players
        self.now = 0
        self.nodes = 0
        for i in range(room):
            self.stamp[i] = 0
        self.exploration = 0.7
        self.widening = 2.0
        self.power = 0.5
        self.win_share = 0.5
        self.scale = 30.0
        self.tournament = 3
        self.horizon = 0

    def __dealloc__(self):
        free(self.legal)
        free(self.child_of)
        free(self.stamp)
        free(self.step)
        free(self.visits)
        free(self.available)
        free(self.first)
        free(self.next)
        free(self.value)
        free(self.path)

    def tune(
        self,
        exploration: cython.double,
        widening: cython.double,
        power: cython.double,
        win_share: cython.double,
        scale: cython.double,
        tournament: cython.int,
        horizon: cython.int = 0,
    ) -> None:
        """Set the parameters; see the module's text."""
        self.exploration = exploration
        self.widening = widening
        self.power = power
        self.win_share = win_share
        self.scale = scale
        self.tournament = tournament
        self.horizon = horizon

    def run(self, root: Kernel, seat: cython.int, simulations: cython.int, rng: Rng, fresh: cython.bint = True) -> None:
        """Simulate from this position with this seat's knowledge; `fresh=False` goes on with the tree."""
        i: cython.int
        if fresh or self.nodes == 0:
            self.nodes = 0
            self.add(-1, -1)
        with cython.nogil:
            for i in range(simulations):
                if self.nodes >= self.capacity - 1:
                    break
                self.simulate(root, seat, rng)

    def children(self) -> list:
        """What was found: (step, visits, mean value for the deciding seat) of every step tried, most visited first."""
        found = []
        node: cython.int = self.first[0]
        while node >= 0:
            values = [self.value[4 * node + p] / max(1, self.visits[node]) for p in range(self.players)]
            found.append((self.step[node], self.visits[node], values))
            node = self.next[node]
        return sorted(found, key=lambda child: (-child[1], child[0]))

    def simulate(self, root: Kernel, seat: cython.int, rng: Rng) -> cython.void:
        node: cython.int = 0
        child: cython.int
        depth: cython.int = 1
        n: cython.int
        i: cython.int
        p: cython.int
        tried: cython.int
        self.world.copy_from(root)
        self.world.resample(seat, rng)
        self.path[0] = 0
        while not self.world.over():
            n = self.world.legal(self.legal)
            tried = self.nodes
            child = self.choose(node, n, rng)
            self.world.apply(self.step[child])
            self.path[depth] = child
            depth += 1
            node = child
            if child >= tried or depth >= 4095:  # new in the tree
                break
        played: cython.int = 0
        while not self.world.over() and (self.horizon == 0 or played < self.horizon):
            n = self.world.legal(self.legal)
            self.world.apply(self.legal[self.rollout_step(n, rng)])
            played += 1
        self.judge()
        for i in range(depth):
            node = self.path[i]
            self.visits[node] += 1
            for p in range(self.players):
                self.value[4 * node + p] += self.reward[p]

    def choose(self, node: cython.int, n: cython.int, rng: Rng) -> cython.int:
        """The child to follow: a new one while widening allows, else the best by UCB1 over steps legal here."""
        me: cython.int = self.world.seat
        i: cython.int
        k: cython.int
        known: cython.int = 0
        child: cython.int = self.first[node]
        best: cython.int = -1
        most: cython.double = -1e300
        score: cython.double
        weight: cython.int
        heaviest: cython.int = -2147483647
        ties: cython.int = 0
        self.now += 1
        while child >= 0:
            self.child_of[self.step[child]] = child
            self.stamp[self.step[child]] = self.now
            child = self.next[child]
        for i in range(n):
            if self.stamp[self.legal[i]] == self.now:
                known += 1
        if known < n and (known == 0 or known < self.widening * pow(self.visits[node], self.power)):
            for i in range(n):
                k = self.legal[i]
                if self.stamp[k] != self.now:
                    weight = self.guide.weight(self.world, k)
                    if weight > heaviest:
                        heaviest = weight
                        best = k
                        ties = 1
                    elif weight == heaviest:
                        ties += 1
                        if rng.below(ties) == 0:
                            best = k
            return self.add(node, best)
        for i in range(n):
            k = self.legal[i]
            if self.stamp[k] != self.now:
                continue
            child = self.child_of[k]
            self.available[child] += 1
            score = self.value[4 * child + me] / self.visits[child] + self.exploration * sqrt(
                log(self.available[child]) / self.visits[child]
            )
            if score > most:
                most = score
                best = child
        return best

    def add(self, parent: cython.int, step: cython.int) -> cython.int:
        node: cython.int = self.nodes
        p: cython.int
        self.nodes += 1
        self.step[node] = step
        self.visits[node] = 0
        self.available[node] = 1
        self.first[node] = -1
        self.next[node] = -1
        for p in range(4):
            self.value[4 * node + p] = 0.0
        if parent >= 0:
            self.next[node] = self.first[parent]
            self.first[parent] = node
        return node

    def rollout_step(self, n: cython.int, rng: Rng) -> cython.int:
        """Which of the legal steps to play on with: the best of a few at random."""
        best: cython.int = rng.below(n)
        other: cython.int
        t: cython.int
        weight: cython.int
        most: cython.int
        if n == 1 or self.tournament <= 1:
            return best
        most = self.guide.weight(self.world, self.legal[best])
        for t in range(1, self.tournament):
            other = rng.below(n)
            weight = self.guide.weight(self.world, self.legal[other])
            if weight > most:
                most = weight
                best = other
        return best

    def judge(self) -> cython.void:
        """What the end is worth to each seat, from 0 to 1."""
        points: cython.int[4]
        p: cython.int
        q: cython.int
        rival: cython.int
        margin: cython.double
        won: cython.double
        if not cython.compiled:
            points = [0] * 4
        ended: cython.bint = self.world.over()
        for p in range(self.players):
            points[p] = 10 * self.world.points(p) if ended else self.guide.estimate(self.world, p)
        for p in range(self.players):
            rival = -10000000
            for q in range(self.players):
                if q != p and points[q] > rival:
                    rival = points[q]
            margin = 0.1 * (points[p] - rival)
            margin = margin / (abs(margin) + self.scale)  # never flat: a loser still fights for every point
            won = self.world.utility(p) if ended else 1.0 if points[p] > rival else -1.0 if points[p] < rival else 0.0
            self.reward[p] = 0.5 + 0.5 * (self.win_share * won + (1.0 - self.win_share) * margin)
