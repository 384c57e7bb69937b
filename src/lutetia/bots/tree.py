"""Tree search with an evaluator (PUCT, as in AlphaZero) over information sets, for any kernel and 2 to 4 seats.

Each simulation resamples what the searching seat cannot know (`Kernel.resample`) and walks down one tree that all
samples share, to a position that has not been evaluated. Its evaluation orders the steps there, and every seat is
credited with its own value on the way back. There are no rollouts.

- `select` and `expand` are two halves of one simulation, so that training can evaluate the leaves of many trees in one
  batch. `run` does both with an `Evaluator`.
- A node belongs to the steps that led there and to what the deciding seat knows (`Features.hand`). Where nothing is
  hidden, positions that are reached in several ways share one node. Values belong to the position, visits to the step
  that leads there (UCT2; Childs, Brodeur, Kocsis 2008).
- Only sensible steps are considered (`Features.sensible`). A decision with a single one costs no evaluation.
- Gumbel (Danihelka, Guez, Schrittwieser, Silver 2022): with `considered` steps at the root, sequential halving chooses
  among them. It learns from few simulations and varies its play.
- A reward mixes the chance of winning with the score, because a bot that only counts wins plays carelessly once it is
  ahead.

Rewards and priors are integers. Decisions use no function of the C library but `sqrt`, which is exact.
"""

import cython

from lutetia.core.failures import keep_failure, raise_failure

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.libc.stdlib import free
    from cython.cimports.lutetia.bots.evaluator import VALUES, Evaluator, Features
    from cython.cimports.lutetia.bots.fixed import ONE, UNIT, log_of, softmax
    from cython.cimports.lutetia.bots.memory import ints, keys, longs, more_ints, more_longs
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
else:
    from math import sqrt

    from lutetia.bots.evaluator import VALUES, Evaluator, Features
    from lutetia.bots.fixed import ONE, UNIT, log_of, softmax
    from lutetia.bots.memory import ints, keys, longs, more_ints, more_longs
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng

DEEPEST = cython.declare(cython.int, 1024)
"""Steps of the longest simulation."""
EDGES = cython.declare(cython.int, 40)
"""The most edges per node, on average. Most nodes have fewer, so room for them is made as a search needs it."""
MOST_NODES = cython.declare(cython.int, 1 << 24)
"""Nodes of the largest tree; its edges can still be counted."""
SLICE = cython.declare(cython.int, 64)
"""Simulations between two checks whether the result is already decided."""
TRUST = cython.declare(cython.int, 50)
"""Gumbel: how strongly values count against logits before the first visits (`c_visit`)."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ratio(sum: cython.longlong, n: cython.longlong, one: cython.longlong) -> cython.double:
    """The mean of n fixed-point numbers."""
    exact: cython.double = sum
    return exact / max(1, n) / one


@cython.cclass
class Tree:
    """A tree with a fixed capacity of nodes; it can be reused, for one position at a time, and keeps its memory."""

    def __cinit__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int):
        slots: cython.int = 1
        steps: cython.int = features.steps
        if not 0 < capacity <= MOST_NODES:
            raise ValueError(f"a tree can have 1 to {MOST_NODES} nodes, not {capacity}")
        while slots < 2 * capacity:
            slots *= 2
        self.mask = slots - 1
        self.capacity = capacity
        self.edge_capacity = EDGES * capacity + 2 * steps
        self.edge_room = capacity + steps
        self.mover, self.sibling = ints(capacity), ints(capacity)
        self.first, self.degree, self.visits = ints(capacity), ints(capacity), ints(capacity)
        self.key, self.total, self.slots = keys(capacity), longs(4 * capacity), ints(slots)
        self.step, self.prior = ints(self.edge_room), ints(self.edge_room)
        self.taken, self.child = ints(self.edge_room), ints(self.edge_room)
        self.gain = longs(self.edge_room)
        self.legal, self.shares = ints(steps), ints(steps)
        self.logit, self.noise = ints(steps), ints(steps)
        self.chances, self.margins = longs(steps), longs(steps)
        self.path, self.edge = ints(DEEPEST + 1), ints(DEEPEST + 1)
        self.plan = ints(capacity)
        if not cython.compiled:
            self.sums, self.reward, self.value = [0] * 12, [0] * 4, [0] * 12

    def __init__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int) -> None:
        """`root`, `world`: two spare kernels of the ruleset. `capacity`: nodes; one simulation adds one, and one for
        each forced step on its way. Raises ValueError if it is impossible."""
        if not cython.compiled:
            self.__cinit__(root, world, features, capacity)
        self.root = root
        self.world = world
        self.features = features
        self.step_count = features.steps
        self.players = root.players
        self.nodes = self.done = self.considered = 0
        self.tune()

    def __dealloc__(self):
        free(self.mover)
        free(self.sibling)
        free(self.first)
        free(self.degree)
        free(self.visits)
        free(self.key)
        free(self.total)
        free(self.slots)
        free(self.step)
        free(self.prior)
        free(self.taken)
        free(self.child)
        free(self.gain)
        free(self.legal)
        free(self.shares)
        free(self.logit)
        free(self.noise)
        free(self.chances)
        free(self.margins)
        free(self.path)
        free(self.edge)
        free(self.plan)

    def tune(
        self,
        exploration: cython.double = 0.35,
        reduction: cython.double = 0.05,
        win_share: cython.double = 0.5,
        scale: cython.int = 20,
        tail: cython.double = 0.001,
        variety: cython.double = 0.0,
    ) -> None:
        """Set the parameters.

        `exploration`: PUCT's constant. `reduction`: how much worse than its parent an untried step is taken to be.
        `win_share`: the weight of winning in a reward; the score has the rest. `scale`: the margin in points that gives
        half a score. `tail`: the least probable steps below the root, which together have this prior, are left out.
        `variety`: how far chance shifts the root's logits; between steps of equal value it then decides.
        """
        self.exploration = exploration
        self.reduction = reduction
        self.win_share = cython.cast(cython.longlong, win_share * ONE)
        self.scale = scale
        self.tail = cython.cast(cython.longlong, tail * ONE)
        self.variety = cython.cast(cython.int, variety * UNIT)

    def begin(
        self,
        position: Kernel,
        seat: cython.int,
        rng: Rng,
        is_open: cython.bint = False,
        considered: cython.int = 0,
        planned: cython.int = 0,
    ) -> None:
        """Start again from this position, which is not over, with this seat's knowledge (-1: a spectator's).

        `is_open`: nothing is hidden from the seat, now or later. `considered`: steps that Gumbel's root tries, in
        `planned` simulations (at most the capacity); 0: PUCT at the root, too.
        """
        self.rng = rng
        self.restart(position, seat, is_open, considered, planned)

    def restart(
        self,
        position: Kernel,
        seat: cython.int,
        is_open: cython.bint,
        considered: cython.int,
        planned: cython.int,
    ) -> cython.void:
        """`begin` with the random stream of the last one."""
        i: cython.int
        self.root.copy_from(position)
        self.seat = seat
        self.is_open = is_open
        self.considered = considered
        self.planned = min(planned, self.capacity)
        self.nodes = self.edges = self.done = 0
        for i in range(12):
            self.sums[i] = 0
        for i in range(self.mask + 1 if is_open else 0):
            self.slots[i] = -1
        i = self.new_node()
        self.mover[i] = self.root.seat

    def run(self, evaluator: Evaluator, simulations: cython.int, share: cython.double = 1.0) -> None:
        """Run simulations. Without Gumbel, stop as soon as no other step can reach `share` of the first one's visits in
        the simulations that are left: 1 if the most visited step is all that matters, 0 to run them all.
        """
        i: cython.int
        least: cython.longlong = cython.cast(cython.longlong, share * ONE)
        logits: cython.p_int = ints(self.step_count)
        values: cython.p_int = ints(4 * VALUES)
        with cython.nogil:
            for i in range(simulations):
                if self.select():
                    evaluator.evaluate(self.world, self.legal, self.count, logits, values)
                    self.expand(logits, values)
                if not self.considered and i % SLICE == SLICE - 1 and self.decided(simulations - 1 - i, least):
                    break
        if cython.compiled:
            free(logits)
            free(values)
        raise_failure()

    # What was found.

    def children(self) -> list:
        """(step, visits, mean reward, chance, margin in points, prior) of each sensible step of the root for the seat
        that decides, most visited first. Steps without a visit have the root's values."""
        found = []
        i: cython.int
        n: cython.int
        at: cython.int = self.first[0]
        me: cython.int = self.mover[0]
        for i in range(self.degree[0]):
            n = self.taken[at + i]
            if n:
                worth = (self.mean(at + i, me), ratio(self.chances[i], n, ONE), ratio(self.margins[i], n, UNIT))
            else:
                worth = (
                    ratio(self.total[me], self.visits[0], ONE),
                    ratio(self.sums[me], self.done, ONE),
                    ratio(self.sums[8 + me], self.done, UNIT),
                )
            found.append((self.step[at + i], n, *worth, ratio(self.prior[at + i], 1, ONE)))
        return sorted(found, key=lambda child: (-child[1], -child[2], child[0]))

    def values(self) -> tuple:
        """The root's mean (chances, scores, margins in points), each by seat, over all simulations."""
        return tuple(
            [ratio(self.sums[4 * which + p], self.done, one) for p in range(self.players)]
            for which, one in ((0, ONE), (1, ONE), (2, UNIT))
        )

    def best_step(self) -> object:
        """The step to take: the most visited, with Gumbel also the best of these by logit and value."""
        return self.step[self.first[0] + self.best()]

    def policy(self) -> list:
        """(step, probability) by Gumbel's improved policy: what the policy should have been."""
        self.improve(self.shares)
        return [(self.step[self.first[0] + i], ratio(self.shares[i], 1, ONE)) for i in range(self.degree[0])]

    # One simulation.

    def select(self) -> cython.bint:
        """Begin a simulation. True: it waits for `expand` with the evaluation of `world`, whose `count` legal steps are
        in `legal`. False: it has ended."""
        node: cython.int = 0
        edge: cython.int
        self.done += 1
        self.depth = 0
        self.path[0] = 0
        self.world.copy_from(self.root)
        if not self.is_open:
            self.world.resample(self.seat, self.rng)
        while True:
            if self.world.over() or self.depth >= DEEPEST:
                self.score_end()
                self.back_up()
                return False
            if node < 0 or self.degree[node] == 0:
                self.leaf = node
                self.count = self.features.sensible(self.world, self.legal, self.world.legal(self.legal))
                if self.count > 1 or node < 0 or not self.add_edges(node, 1):
                    return True
                edge = self.first[node]
                self.step[edge] = self.legal[0]
                self.prior[edge] = ONE
                if node == 0:
                    self.chances[0] = self.margins[0] = self.logit[0] = self.noise[0] = 0
            edge = self.choose_at_root() if node == 0 and self.considered and self.degree[0] > 1 else self.choose(node)
            self.edge[self.depth] = edge
            self.world.apply(self.step[edge])
            self.depth += 1
            node = self.shared(edge) if self.is_open else self.follow(edge)
            self.path[self.depth] = node

    def expand(self, logits: cython.p_int, values: cython.p_int) -> cython.void:
        """Finish a simulation: a logit for each of the leaf's legal steps, and its values as `Evaluator` gives them."""
        p: cython.int
        seat: cython.int
        for p in range(self.players):
            seat = (self.world.seat + p) % self.players
            self.value[seat] = values[VALUES * p]
            self.value[4 + seat] = values[VALUES * p + 1]
            self.value[8 + seat] = values[VALUES * p + 2]
        if self.leaf >= 0:
            self.sort(logits)
        self.back_up()

    def new_node(self) -> cython.int:
        """A node that waits for its evaluation; -1 if there is no room."""
        node: cython.int = self.nodes
        p: cython.int
        if node >= self.capacity:
            return -1
        self.nodes += 1
        self.sibling[node] = -1
        self.key[node] = 0
        self.first[node] = self.degree[node] = self.visits[node] = 0
        for p in range(4):
            self.total[4 * node + p] = 0
        return node

    def follow(self, edge: cython.int) -> cython.int:
        """The node behind an edge for what the deciding seat of `world` knows."""
        seat: cython.int = self.world.seat
        key: cython.ulonglong = 0 if self.world.over() else self.features.hand(self.world)
        node: cython.int = self.child[edge]
        while node >= 0:
            if self.key[node] == key and self.mover[node] == seat:
                return node
            node = self.sibling[node]
        node = self.new_node()
        if node >= 0:
            self.key[node] = key
            self.mover[node] = seat
            self.sibling[node] = self.child[edge]
            self.child[edge] = node
        return node

    def shared(self, edge: cython.int) -> cython.int:
        """The node behind an edge where nothing is hidden: the position's, however it was reached."""
        key: cython.ulonglong
        slot: cython.int
        node: cython.int = self.child[edge]
        if node >= 0:
            return node
        key = self.world.hash()
        slot = cython.cast(cython.int, key & cython.cast(cython.ulonglong, self.mask))
        while self.slots[slot] >= 0:
            node = self.slots[slot]
            if self.key[node] == key:
                self.child[edge] = node
                return node
            slot = (slot + 1) & self.mask
        node = self.new_node()
        if node >= 0:
            self.slots[slot] = node
            self.key[node] = key
            self.mover[node] = self.world.seat
            self.child[edge] = node
        return node

    def add_edges(self, node: cython.int, n: cython.int) -> cython.int:
        """Give a node its edges; 0 if there is no room, and the node goes on waiting."""
        i: cython.int
        if not self.has_room(n):
            return 0
        self.first[node] = self.edges
        self.degree[node] = n
        for i in range(self.edges, self.edges + n):
            self.taken[i] = 0
            self.child[i] = -1
            self.gain[i] = 0
        self.edges += n
        return n

    def has_room(self, n: cython.int) -> cython.bint:
        """Whether so many more edges fit. Their memory doubles until they do, or until the tree is full."""
        while self.edges + n > self.edge_room:
            if self.edges + n > self.edge_capacity or not self.grow(min(2 * self.edge_room, self.edge_capacity)):
                return False
        return True

    def grow(self, room: cython.int) -> cython.bint:
        """Make room for so many edges. False if there is no memory: `run` says so, and the tree stays as it is."""
        if cython.compiled:
            step: cython.p_int = more_ints(self.step, room)
            prior: cython.p_int = more_ints(self.prior, room)
            taken: cython.p_int = more_ints(self.taken, room)
            child: cython.p_int = more_ints(self.child, room)
            gain: cython.p_longlong = more_longs(self.gain, room)
            self.step, self.prior = step or self.step, prior or self.prior
            self.taken, self.child = taken or self.taken, child or self.child
            self.gain = gain or self.gain
            if not (step and prior and taken and child and gain):
                with cython.gil:
                    keep_failure(MemoryError())
                self.edge_capacity = self.edge_room
                return False
        else:
            self.step, self.prior = more_ints(self.step, room), more_ints(self.prior, room)
            self.taken, self.child = more_ints(self.taken, room), more_ints(self.child, room)
            self.gain = more_longs(self.gain, room)
        self.edge_room = room
        return True

    def sort(self, logits: cython.p_int) -> cython.void:
        """Give the leaf its edges, the most probable first."""
        i: cython.int
        j: cython.int
        n: cython.int = self.count
        keep: cython.int
        share: cython.int
        sum: cython.longlong = 0
        at: cython.int = self.edges
        if not self.has_room(n):
            return
        if self.leaf == 0 and self.variety:
            for i in range(n):
                logits[i] += self.rng.below(2 * self.variety + 1) - self.variety
        softmax(logits, n, self.shares)
        for i in range(n):
            share = self.shares[i]
            j = i
            while j > 0 and self.prior[at + j - 1] < share:
                self.prior[at + j] = self.prior[at + j - 1]
                self.step[at + j] = self.step[at + j - 1]
                if self.leaf == 0:
                    self.logit[j] = self.logit[j - 1]
                j -= 1
            self.prior[at + j] = share
            self.step[at + j] = self.legal[i]
            if self.leaf == 0:
                self.logit[j] = logits[i]
        keep = n
        if self.leaf > 0:
            keep = 0
            while keep < n and sum < ONE - self.tail:
                sum += max(1, self.prior[at + keep])
                keep += 1
        self.add_edges(self.leaf, keep)
        if self.leaf == 0:
            for i in range(n):
                self.chances[i] = self.margins[i] = 0
                # Gumbel noise: -ln(-ln(u)) with u = (k + 1/2) / 2**30
                self.noise[i] = 0
                if self.considered:
                    share = self.rng.below(1 << 30)
                    sum = 31 * (log_of(2)) - log_of(2 * cython.cast(cython.ulonglong, share) + 1)
                    self.noise[i] = cython.cast(
                        cython.int, log_of(UNIT) - log_of(cython.cast(cython.ulonglong, max(1, sum)))
                    )
            if self.considered:
                self.make_plan()

    def mean(self, edge: cython.int, seat: cython.int) -> cython.double:
        """A visited edge's mean reward for the seat that decides, from 0 to 1."""
        node: cython.int = self.child[edge]
        if self.is_open and node >= 0:
            return ratio(self.total[4 * node + seat], self.visits[node], ONE)
        return ratio(self.gain[edge], self.taken[edge], ONE)

    def choose(self, node: cython.int) -> cython.int:
        """The edge with the highest PUCT. Below the root the visited edges come first: of the others, which are all
        taken to be equally good, the most probable one is tried next."""
        i: cython.int
        best: cython.int = self.first[node]
        me: cython.int = self.mover[node]
        seen: cython.longlong = 0
        most: cython.double = -1e300
        score: cython.double
        base: cython.double
        wide: cython.double
        if self.degree[node] == 1:
            return best
        wide = self.exploration * sqrt(self.visits[node]) / ONE
        for i in range(self.first[node], self.first[node] + self.degree[node]):
            if self.taken[i]:
                seen += self.prior[i]
        base = ratio(self.total[4 * node + me], self.visits[node], ONE) - self.reduction * sqrt(ratio(seen, 1, ONE))
        for i in range(self.first[node], self.first[node] + self.degree[node]):
            if self.taken[i]:
                score = self.mean(i, me) + wide * self.prior[i] / (1 + self.taken[i])
            else:
                score = base + wide * self.prior[i]
            if score > most:
                most = score
                best = i
            if node and not self.taken[i]:
                break
        return best

    def score_end(self) -> cython.void:
        """The values of a finished game (or of one that is too long) for every seat."""
        p: cython.int
        q: cython.int
        rival: cython.int
        margin: cython.longlong
        score: cython.longlong
        for p in range(self.players):
            rival = -1000000
            for q in range(self.players):
                if q != p:
                    rival = max(rival, self.world.points(q))
            margin = self.world.points(p) - rival
            score = (ONE // 2) * abs(margin) // (abs(margin) + self.scale)
            self.value[p] = cython.cast(cython.longlong, (self.world.utility(p) + 1.0) * (ONE // 2))
            self.value[4 + p] = ONE // 2 + (score if margin > 0 else -score)
            self.value[8 + p] = margin * UNIT

    def back_up(self) -> cython.void:
        """Credit every seat with its reward, all along the path."""
        i: cython.int
        p: cython.int
        node: cython.int
        edge: cython.int
        for p in range(self.players):
            self.reward[p] = (self.win_share * self.value[p] + (ONE - self.win_share) * self.value[4 + p]) // ONE
            self.sums[p] += self.value[p]
            self.sums[4 + p] += self.value[4 + p]
            self.sums[8 + p] += self.value[8 + p]
        for i in range(self.depth + 1):
            node = self.path[i]
            if node >= 0:
                self.visits[node] += 1
                for p in range(self.players):
                    self.total[4 * node + p] += self.reward[p]
            if i < self.depth:
                edge = self.edge[i]
                self.taken[edge] += 1
                self.gain[edge] += self.reward[self.mover[node]]
        if self.depth:
            edge = self.edge[0] - self.first[0]
            p = self.mover[0]
            self.chances[edge] += self.value[p]
            self.margins[edge] += self.value[8 + p]

    # The root.

    def decided(self, left: cython.int, share: cython.longlong) -> cython.bint:
        """Whether no other step can get `share` of the first one's visits in the simulations that are left."""
        i: cython.int
        most: cython.longlong = 0
        second: cython.longlong = 0
        for i in range(self.first[0], self.first[0] + self.degree[0]):
            if self.taken[i] > most:
                second = most
                most = self.taken[i]
            elif self.taken[i] > second:
                second = self.taken[i]
        if self.degree[0] == 1:
            left = 0
        return (second + left) * ONE < most * share

    def most_taken(self) -> cython.int:
        i: cython.int
        most: cython.int = 0
        for i in range(self.first[0], self.first[0] + self.degree[0]):
            most = max(most, self.taken[i])
        return most

    def make_plan(self) -> cython.void:
        """Sequential halving: for each simulation the visits that a step must have to be tried."""
        tried: cython.int = min(self.considered, self.degree[0])
        rounds: cython.int = 0
        done: cython.int = 0
        level: cython.int = 0
        i: cython.int
        again: cython.int
        while (1 << rounds) < tried:
            rounds += 1
        while done < self.planned:
            again = max(1, self.planned // (max(1, rounds) * max(1, tried)))
            while again > 0 and done < self.planned:
                for i in range(tried):
                    if done < self.planned:
                        self.plan[done] = level
                        done += 1
                level += 1
                again -= 1
            tried = max(min(2, tried), tried // 2)

    def completed(self) -> cython.double:
        """The root's value for untried steps: its own evaluation, mixed with the tried steps' by their priors."""
        i: cython.int
        n: cython.int = 0
        me: cython.int = self.mover[0]
        share: cython.longlong = 0
        sum: cython.double = 0.0
        own: cython.double = ratio(self.total[me], self.visits[0], ONE)
        for i in range(self.first[0], self.first[0] + self.degree[0]):
            if self.taken[i]:
                n += self.taken[i]
                share += self.prior[i] + 1
                sum += (self.prior[i] + 1) * self.mean(i, me)
        return (own + n * (sum / share)) / (1 + n) if n else own

    def improved(self, edge: cython.int, mixed: cython.double, most: cython.int) -> cython.double:
        """Gumbel's improved logit of an edge of the root (1.0 is UNIT): its logit, and its value times a factor."""
        value: cython.double = self.mean(edge, self.mover[0]) if self.taken[edge] else mixed
        return self.logit[edge - self.first[0]] + (TRUST + most) * UNIT * value

    def choose_at_root(self) -> cython.int:
        """Gumbel: the best of the steps with as many visits as the plan asks for."""
        at: cython.int = self.first[0]
        i: cython.int
        best: cython.int = -1
        want: cython.int = self.plan[min(self.done - 2, self.planned - 1)] if self.planned else 0
        most: cython.double = -1e300
        score: cython.double
        mixed: cython.double = self.completed()
        visits: cython.int = self.most_taken()
        for i in range(at, at + self.degree[0]):
            if self.taken[i] == want:
                score = self.improved(i, mixed, visits) + self.noise[i - at]
                if score > most:
                    most = score
                    best = i
        return best if best >= 0 else self.choose(0)

    def best(self) -> cython.int:
        """The index of the root's edge to take."""
        at: cython.int = self.first[0]
        i: cython.int
        found: cython.int = 0
        most: cython.double = -1e300
        score: cython.double
        mixed: cython.double = self.completed()
        visits: cython.int = self.most_taken()
        for i in range(at, at + self.degree[0]):
            if self.taken[i] == visits:
                score = self.improved(i, mixed, visits) + self.noise[i - at] if self.considered else mixed
                if not self.considered and visits:
                    score = self.mean(i, self.mover[0])
                if score > most:
                    most = score
                    found = i - at
        return found

    def improve(self, out: cython.p_int) -> cython.void:
        """Gumbel's improved policy over the root's edges (ONE is 1.0): the target that a policy learns."""
        at: cython.int = self.first[0]
        i: cython.int
        most: cython.double = -1e300
        mixed: cython.double = self.completed()
        visits: cython.int = self.most_taken()
        for i in range(at, at + self.degree[0]):
            most = max(most, self.improved(i, mixed, visits))
        for i in range(at, at + self.degree[0]):
            out[i - at] = cython.cast(cython.int, max(-1e9, self.improved(i, mixed, visits) - most))
        softmax(out, self.degree[0], out)
