"""Monte-Carlo tree search over information sets, for any kernel, in flat arrays and without the GIL.

Every simulation first replaces what the seat cannot know (`Kernel.resample`), walks down one tree of steps that all
these worlds share, adds one step, plays on, and gives every seat its own value on the way back (Cowling, Powley,
Whitehouse 2012: single-observer ISMCTS). Where nothing is hidden this is plain UCT.

- A step is tried when its turn comes: the guide's order decides which first, and the number of steps tried at a node
  grows with its visits (progressive widening), so that wide placements do not drown the tree.
- A step that was good later in a simulation is thought good now too, until it has visits of its own (`rave`: after
  about so many; Gelly and Silver 2007).
- Where nothing is hidden, nodes of the same position share what is known of it: the tree becomes a graph. Values are
  the position's, visits those of the step that leads there (UCT2 of Childs, Brodeur, Kocsis 2008).
- Playing on, the best of a few random steps by the guide is taken (`tournament`; 1: uniformly random).
- A value mixes winning with the margin: a bot that only wins plays on without care once it is ahead.
"""

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.libc.math import log, pow, sqrt
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.lutetia.bots.guide import NEVER, Guide
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
else:
    from math import log, pow, sqrt

    from lutetia.bots.guide import NEVER, Guide
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng

LONGEST = cython.declare(cython.int, 4096)
"""Steps of a game; kernels bound theirs far below."""


@cython.cfunc
def ints(n: cython.int) -> cython.p_int:
    if cython.compiled:
        found: cython.p_int = cython.cast(cython.p_int, calloc(n, cython.sizeof(cython.int)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0] * n


@cython.cfunc
def doubles(n: cython.int) -> cython.p_double:
    if cython.compiled:
        found: cython.p_double = cython.cast(cython.p_double, calloc(n, cython.sizeof(cython.double)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0.0] * n


@cython.cfunc
def keys(n: cython.int) -> cython.p_ulonglong:
    if cython.compiled:
        found: cython.p_ulonglong = cython.cast(cython.p_ulonglong, calloc(n, cython.sizeof(cython.ulonglong)))
        if not found:
            raise MemoryError
        return found
    else:
        return [0] * n


@cython.cclass
class Search:
    """A tree with room for so many nodes; used again and again, one position at a time.

    A node is a step and where it leads. `home` is the node that keeps what is known of that position: its children,
    visits and values. That is the node itself, unless another one of the same position was there before.
    """

    def __cinit__(self, world: Kernel, guide: Guide, room: cython.int, capacity: cython.int):
        slots: cython.int = 1
        while slots < 2 * capacity:
            slots *= 2
        self.mask = slots - 1
        self.slots, self.key = ints(slots), keys(capacity)
        self.legal, self.child_of, self.stamp = ints(room), ints(room), ints(room)
        self.step, self.visits, self.available = ints(capacity), ints(capacity), ints(capacity)
        self.first, self.next = ints(capacity), ints(capacity)
        self.home, self.total = ints(capacity), ints(capacity)
        self.value, self.lead = doubles(4 * capacity), doubles(capacity)
        self.later, self.later_value = ints(capacity), doubles(capacity)
        self.path, self.taken, self.taker, self.met = ints(LONGEST), ints(LONGEST), ints(LONGEST), ints(4 * room)
        if not cython.compiled:
            self.reward, self.margin = [0.0] * 4, [0.0] * 4

    def __init__(self, world: Kernel, guide: Guide, room: cython.int, capacity: cython.int) -> None:
        """`world`: a kernel of the table to play in; `room`: how many steps the table has."""
        if not cython.compiled:
            self.__cinit__(world, guide, room, capacity)
        self.world = world
        self.guide = guide
        self.room = room
        self.capacity = capacity
        self.players = world.players
        self.now = self.simulated = 0
        self.nodes = 0
        self.known = False
        self.tune()

    def __dealloc__(self):
        free(self.slots)
        free(self.key)
        free(self.legal)
        free(self.child_of)
        free(self.stamp)
        free(self.step)
        free(self.visits)
        free(self.available)
        free(self.first)
        free(self.next)
        free(self.home)
        free(self.total)
        free(self.value)
        free(self.lead)
        free(self.later)
        free(self.later_value)
        free(self.path)
        free(self.taken)
        free(self.taker)
        free(self.met)

    def tune(
        self,
        exploration: cython.double = 0.7,
        rave: cython.double = 0.0,
        widening: cython.double = 2.0,
        power: cython.double = 0.5,
        win_share: cython.double = 0.5,
        scale: cython.double = 30.0,
        tournament: cython.int = 3,
        horizon: cython.int = 0,
    ) -> None:
        """Set the parameters; see the module's text."""
        self.exploration = exploration
        self.rave = rave
        self.widening = widening
        self.power = power
        self.win_share = win_share
        self.scale = scale
        self.tournament = tournament
        self.horizon = horizon

    def run(
        self,
        root: Kernel,
        seat: cython.int,
        simulations: cython.int,
        rng: Rng,
        known: cython.bint = False,
        fresh: cython.bint = True,
    ) -> None:
        """Simulate from this position with this seat's knowledge.

        `known`: nothing is hidden from the seat, now or later; `fresh=False` goes on with the tree.
        """
        i: cython.int
        if fresh or self.nodes == 0:
            self.nodes = 0
            self.known = known
            self.add(-1, -1)
            for i in range(self.mask + 1 if known else 0):
                self.slots[i] = -1
        with cython.nogil:
            for i in range(simulations):
                if self.nodes >= self.capacity - 1:
                    break
                self.simulate(root, seat, rng)
        raise_failure()

    def children(self) -> list:
        """What was found: (step, visits, mean value for each seat, mean points the searching seat is ahead by at the
        end) of every step tried, most visited first."""
        found = []
        node: cython.int = self.first[0]
        home: cython.int
        while node >= 0:
            home = self.home[node]
            values = [self.value[4 * home + p] / max(1, self.total[home]) for p in range(self.players)]
            found.append((self.step[node], self.visits[node], values, self.lead[home] / max(1, self.total[home])))
            node = self.next[node]
        return sorted(found, key=lambda child: (-child[1], child[0]))

    def simulate(self, root: Kernel, seat: cython.int, rng: Rng) -> cython.void:
        node: cython.int = 0
        child: cython.int
        depth: cython.int = 0
        length: cython.int
        n: cython.int
        i: cython.int
        p: cython.int
        tried: cython.int
        self.world.copy_from(root)
        self.world.resample(seat, rng)
        self.path[0] = 0
        while not self.world.over() and depth < LONGEST - 1:
            n = self.world.legal(self.legal)
            tried = self.nodes
            child = self.choose(node, n, rng)
            self.take(depth, self.step[child])
            depth += 1
            self.path[depth] = child
            if child >= tried:  # new in the tree
                if self.known:
                    self.settle(child)
                break
            node = self.home[child]
        length = depth
        while not self.world.over() and (self.horizon == 0 or length < depth + self.horizon) and length < LONGEST:
            n = self.world.legal(self.legal)
            self.take(length, self.legal[self.rollout_step(n, rng)])
            length += 1
        self.judge()
        for i in range(depth + 1):
            self.visits[self.path[i]] += 1
            node = self.home[self.path[i]]
            self.total[node] += 1
            self.lead[node] += self.margin[seat]
            for p in range(self.players):
                self.value[4 * node + p] += self.reward[p]
        if self.rave > 0:
            self.learn(depth, length)

    def take(self, at: cython.int, step: cython.int) -> cython.void:
        """Take a step of the simulation, and remember who took it."""
        self.taken[at] = step
        self.taker[at] = self.world.seat
        self.world.apply(step)

    def settle(self, node: cython.int) -> cython.void:
        """Find the home of a new node: whoever was in this position first."""
        key: cython.ulonglong = self.world.hash()
        slot: cython.int = cython.cast(cython.int, key & cython.cast(cython.ulonglong, self.mask))
        while self.slots[slot] >= 0:
            if self.key[self.slots[slot]] == key:
                self.home[node] = self.slots[slot]
                return
            slot = (slot + 1) & self.mask
        self.slots[slot] = node
        self.key[node] = key

    def learn(self, depth: cython.int, length: cython.int) -> cython.void:
        """Credit every step that could have been taken at a node of the path and was taken by the same seat later."""
        i: cython.int
        child: cython.int
        me: cython.int
        self.simulated += 1
        for i in range(length - 1, -1, -1):
            me = self.taker[i]
            self.met[me * self.room + self.taken[i]] = self.simulated
            if i < depth:
                child = self.first[self.home[self.path[i]]]
                while child >= 0:
                    if self.met[me * self.room + self.step[child]] == self.simulated:
                        self.later[child] += 1
                        self.later_value[child] += self.reward[me]
                    child = self.next[child]

    def choose(self, node: cython.int, n: cython.int, rng: Rng) -> cython.int:
        """The child to follow: a new one while widening allows, else the most promising of those legal here."""
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
        if known < n and (known == 0 or known < self.widening * pow(self.total[node], self.power)):
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
            if heaviest > NEVER or known == 0:
                return self.add(node, best)
            best = -1
        for i in range(n):
            k = self.legal[i]
            if self.stamp[k] != self.now:
                continue
            child = self.child_of[k]
            self.available[child] += 1
            score = self.promise(child)
            if score > most:
                most = score
                best = child
        return best

    def promise(self, child: cython.int) -> cython.double:
        """UCB1 for the seat that decides, over the times the step could be taken; its mean is mixed with RAVE's."""
        me: cython.int = self.world.seat
        home: cython.int = self.home[child]
        mean: cython.double = self.value[4 * home + me] / self.total[home]
        share: cython.double
        if self.later[child]:
            share = sqrt(self.rave / (3.0 * self.visits[child] + self.rave))
            mean += share * (self.later_value[child] / self.later[child] - mean)
        return mean + self.exploration * sqrt(log(self.available[child]) / self.visits[child])

    def add(self, parent: cython.int, step: cython.int) -> cython.int:
        node: cython.int = self.nodes
        p: cython.int
        self.nodes += 1
        self.step[node] = step
        self.visits[node] = self.total[node] = self.later[node] = 0
        self.lead[node] = self.later_value[node] = 0.0
        self.home[node] = node
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
        """How far each seat is ahead of its best rival at the end, and what that is worth to it, from 0 to 1."""
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
            self.margin[p] = margin = 0.1 * (points[p] - rival)
            margin = margin / (abs(margin) + self.scale)  # never flat: a loser still fights for every point
            won = self.world.utility(p) if ended else 1.0 if points[p] > rival else -1.0 if points[p] < rival else 0.0
            self.reward[p] = 0.5 + 0.5 * (self.win_share * won + (1.0 - self.win_share) * margin)
