"""Monte Carlo tree search over information sets, for any kernel, in flat arrays and without the GIL.

Each simulation samples what the seat cannot know (`Kernel.resample`), walks down one tree that all samples share, adds
one node, plays a rollout, and credits every seat with its own value (single-observer ISMCTS; Cowling, Powley,
Whitehouse 2012). Without hidden information this is plain UCT.

- Progressive widening: the guide decides which step is tried first, and the number of steps tried at a node grows with
  its visits, so that positions with many placements do not swamp the tree.
- RAVE (Gelly and Silver 2007): a step that did well later in a simulation counts as good now, until it has about
  `rave` visits of its own.
- Transpositions: without hidden information, nodes of the same position share their statistics. Values belong to the
  position, visits to the step that leads there (UCT2; Childs, Brodeur, Kocsis 2008).
- Rollouts take the best of a few random steps by the guide's weight (`tournament`; 1: uniformly random).
- A value mixes winning with the margin, because a bot that only counts wins plays carelessly once it is ahead.
"""

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.libc.math import log, pow, sqrt
    from cython.cimports.libc.stdlib import free
    from cython.cimports.lutetia.bots.guide import NEVER, Guide
    from cython.cimports.lutetia.bots.memory import doubles, ints, keys
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
else:
    from math import log, pow, sqrt

    from lutetia.bots.guide import NEVER, Guide
    from lutetia.bots.memory import doubles, ints, keys
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng

MAX_STEPS = cython.declare(cython.int, 4096)
"""More steps than any game has."""


@cython.cclass
class Search:
    """A tree with a fixed capacity of nodes; it can be reused, for one position at a time.

    A node is a step and the position it leads to. `home` is the node that holds the position's children, visits and
    values: the node itself, or the first node of the same position.
    """

    def __cinit__(self, state: Kernel, guide: Guide, step_count: cython.int, capacity: cython.int):
        slots: cython.int = 1
        while slots < 2 * capacity:
            slots *= 2
        self.mask = slots - 1
        self.slots, self.key = ints(slots), keys(capacity)
        self.legal, self.child_of, self.stamp = ints(step_count), ints(step_count), ints(step_count)
        self.step, self.visits, self.available = ints(capacity), ints(capacity), ints(capacity)
        self.first, self.next = ints(capacity), ints(capacity)
        self.home, self.total = ints(capacity), ints(capacity)
        self.value, self.lead = doubles(4 * capacity), doubles(capacity)
        self.rave_visits, self.rave_value = ints(capacity), doubles(capacity)
        self.path, self.taken, self.taker = ints(MAX_STEPS), ints(MAX_STEPS), ints(MAX_STEPS)
        self.seen = ints(4 * step_count)
        if not cython.compiled:
            self.reward, self.margin, self.wins, self.margins = ([0.0] * 4 for _array in range(4))

    def __init__(self, state: Kernel, guide: Guide, step_count: cython.int, capacity: cython.int) -> None:
        """`state`: a spare kernel of the ruleset to play in; `step_count`: the ruleset's number of steps."""
        if not cython.compiled:
            self.__cinit__(state, guide, step_count, capacity)
        self.state = state
        self.guide = guide
        self.step_count = step_count
        self.capacity = capacity
        self.players = state.players
        self.now = self.simulation = 0
        self.nodes = self.done = 0
        self.is_open = False
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
        free(self.rave_visits)
        free(self.rave_value)
        free(self.path)
        free(self.taken)
        free(self.taker)
        free(self.seen)

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
        """Set the parameters; the module's docstring explains them."""
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
        is_open: cython.bint = False,
        fresh: cython.bint = True,
    ) -> None:
        """Run simulations from this position with this seat's knowledge (-1: a spectator's).

        `is_open`: nothing is hidden from the seat, now or later. `fresh=False` continues with the existing tree.
        """
        i: cython.int
        if fresh or self.nodes == 0:
            self.nodes = self.done = 0
            self.is_open = is_open
            for i in range(4):
                self.wins[i] = self.margins[i] = 0.0
            self.add(-1, -1)
            for i in range(self.mask + 1 if is_open else 0):
                self.slots[i] = -1
        with cython.nogil:
            for i in range(simulations):
                if self.nodes >= self.capacity - 1:
                    break
                self.simulate(root, seat, rng)
        raise_failure()

    def children(self) -> list:
        """The result: (step, visits, mean value by seat, mean lead of the searching seat in points) for each step that
        was tried, most visited first."""
        found = []
        node: cython.int = self.first[0]
        home: cython.int
        while node >= 0:
            home = self.home[node]
            values = [self.value[4 * home + p] / max(1, self.total[home]) for p in range(self.players)]
            found.append((self.step[node], self.visits[node], values, self.lead[home] / max(1, self.total[home])))
            node = self.next[node]
        return sorted(found, key=lambda child: (-child[1], child[0]))

    def values(self) -> tuple:
        """(chances, margins in points), each by seat: the share of simulations that it won, and its mean lead."""
        n: cython.int = max(1, self.done)
        return [self.wins[p] / n for p in range(self.players)], [self.margins[p] / n for p in range(self.players)]

    def simulate(self, root: Kernel, seat: cython.int, rng: Rng) -> cython.void:
        node: cython.int = 0
        child: cython.int
        depth: cython.int = 0
        length: cython.int
        n: cython.int
        i: cython.int
        p: cython.int
        tried: cython.int
        self.state.copy_from(root)
        self.state.resample(seat, rng)
        self.path[0] = 0
        while not self.state.over() and depth < MAX_STEPS - 1:
            n = self.state.legal(self.legal)
            tried = self.nodes
            child = self.choose(node, n, rng)
            self.apply_step(depth, self.step[child])
            depth += 1
            self.path[depth] = child
            if child >= tried:  # a new node
                if self.is_open:
                    self.merge_position(child)
                break
            node = self.home[child]
        length = depth
        while not self.state.over() and (self.horizon == 0 or length < depth + self.horizon) and length < MAX_STEPS:
            n = self.state.legal(self.legal)
            self.apply_step(length, self.legal[self.rollout_step(n, rng)])
            length += 1
        self.score_simulation()
        for i in range(depth + 1):
            self.visits[self.path[i]] += 1
            node = self.home[self.path[i]]
            self.total[node] += 1
            self.lead[node] += self.margin[max(seat, 0)]
            for p in range(self.players):
                self.value[4 * node + p] += self.reward[p]
        if self.rave > 0:
            self.update_rave(depth, length)

    def apply_step(self, at: cython.int, step: cython.int) -> cython.void:
        """Play a step of the simulation and record who played it."""
        self.taken[at] = step
        self.taker[at] = self.state.seat
        self.state.apply(step)

    def merge_position(self, node: cython.int) -> cython.void:
        """Set the home of a new node: the first node of the same position."""
        key: cython.ulonglong = self.state.hash()
        slot: cython.int = cython.cast(cython.int, key & cython.cast(cython.ulonglong, self.mask))
        while self.slots[slot] >= 0:
            if self.key[self.slots[slot]] == key:
                self.home[node] = self.slots[slot]
                return
            slot = (slot + 1) & self.mask
        self.slots[slot] = node
        self.key[node] = key

    def update_rave(self, depth: cython.int, length: cython.int) -> cython.void:
        """Credit each child along the path whose step the same seat played later in the simulation."""
        i: cython.int
        child: cython.int
        me: cython.int
        self.simulation += 1
        for i in range(length - 1, -1, -1):
            me = self.taker[i]
            self.seen[me * self.step_count + self.taken[i]] = self.simulation
            if i < depth:
                child = self.first[self.home[self.path[i]]]
                while child >= 0:
                    if self.seen[me * self.step_count + self.step[child]] == self.simulation:
                        self.rave_visits[child] += 1
                        self.rave_value[child] += self.reward[me]
                    child = self.next[child]

    def choose(self, node: cython.int, n: cython.int, rng: Rng) -> cython.int:
        """The child to follow: a new one if widening allows it, else the legal child with the highest UCB."""
        i: cython.int
        k: cython.int
        tried: cython.int = 0
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
                tried += 1
        if tried < n and (tried == 0 or tried < self.widening * pow(self.total[node], self.power)):
            for i in range(n):
                k = self.legal[i]
                if self.stamp[k] != self.now:
                    weight = self.guide.weight(self.state, k)
                    if weight > heaviest:
                        heaviest = weight
                        best = k
                        ties = 1
                    elif weight == heaviest:
                        ties += 1
                        if rng.below(ties) == 0:
                            best = k
            if heaviest > NEVER or tried == 0:
                return self.add(node, best)
            best = -1
        for i in range(n):
            k = self.legal[i]
            if self.stamp[k] != self.now:
                continue
            child = self.child_of[k]
            self.available[child] += 1
            score = self.ucb(child)
            if score > most:
                most = score
                best = child
        return best

    def ucb(self, child: cython.int) -> cython.double:
        """UCB1 for the seat that decides, with the number of times the step was legal and a mean that includes RAVE."""
        me: cython.int = self.state.seat
        home: cython.int = self.home[child]
        mean: cython.double = self.value[4 * home + me] / self.total[home]
        share: cython.double
        if self.rave_visits[child]:
            share = sqrt(self.rave / (3.0 * self.visits[child] + self.rave))
            mean += share * (self.rave_value[child] / self.rave_visits[child] - mean)
        return mean + self.exploration * sqrt(log(self.available[child]) / self.visits[child])

    def add(self, parent: cython.int, step: cython.int) -> cython.int:
        node: cython.int = self.nodes
        p: cython.int
        self.nodes += 1
        self.step[node] = step
        self.visits[node] = self.total[node] = self.rave_visits[node] = 0
        self.lead[node] = self.rave_value[node] = 0.0
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
        """The index of the next legal step of a rollout: the best of a few random ones."""
        best: cython.int = rng.below(n)
        other: cython.int
        t: cython.int
        weight: cython.int
        most: cython.int
        if n == 1 or self.tournament <= 1:
            return best
        most = self.guide.weight(self.state, self.legal[best])
        for t in range(1, self.tournament):
            other = rng.below(n)
            weight = self.guide.weight(self.state, self.legal[other])
            if weight > most:
                most = weight
                best = other
        return best

    def score_simulation(self) -> cython.void:
        """Each seat's margin over its best rival at the end, and its reward from 0 to 1."""
        points: cython.int[4]
        p: cython.int
        q: cython.int
        rival: cython.int
        margin: cython.double
        won: cython.double
        if not cython.compiled:
            points = [0] * 4
        ended: cython.bint = self.state.over()
        for p in range(self.players):
            points[p] = 10 * self.state.points(p) if ended else self.guide.estimate(self.state, p)
        for p in range(self.players):
            rival = -10000000
            for q in range(self.players):
                if q != p and points[q] > rival:
                    rival = points[q]
            self.margin[p] = margin = 0.1 * (points[p] - rival)
            margin = margin / (abs(margin) + self.scale)  # strictly increasing: even a loser plays for points
            won = self.state.utility(p) if ended else 1.0 if points[p] > rival else -1.0 if points[p] < rival else 0.0
            self.reward[p] = 0.5 + 0.5 * (self.win_share * won + (1.0 - self.win_share) * margin)
            self.wins[p] += 0.5 + 0.5 * won
            self.margins[p] += self.margin[p]
        self.done += 1
