"""Tree search with an evaluator (PUCT, as in AlphaZero) over information sets, for any kernel and 2 to 4 seats.

Each simulation resamples what the searching seat cannot know (`Kernel.resample`) and walks down one tree that all
samples share, to a position that has not been evaluated. Its evaluation orders the steps there, and every seat is
credited with its own value on the way back. There are no rollouts.

- `select` and `expand` are two halves of one simulation, so that training can evaluate the leaves of many trees in one
  batch. `run` does both with an `Evaluator`.
- A node belongs to what its seat knows: tree_nodes.py. Where several ways lead to one node, values belong to the
  position, visits to the step that leads there (UCT2; Childs, Brodeur, Kocsis 2008).
- Only sensible steps are considered (`Features.sensible`). A decision with a single one costs no evaluation.
- With `considered` steps at the root, a plan chooses among them: gumbel.py.
- A reward mixes the chance of winning with the score, because a bot that only counts wins plays carelessly once it is
  ahead.

Rewards and priors are integers. Decisions use no function of the C library but `sqrt`, which is exact.
"""

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.libc.stdlib import free
    from cython.cimports.lutetia.bots.evaluator import VALUES, Evaluator, Features
    from cython.cimports.lutetia.bots.fixed import ONE, UNIT, softmax
    from cython.cimports.lutetia.bots.gumbel import GumbelRoot
    from cython.cimports.lutetia.bots.memory import ints, longs
    from cython.cimports.lutetia.bots.tree_nodes import ratio
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
else:
    from math import sqrt

    from lutetia.bots.evaluator import VALUES, Evaluator, Features
    from lutetia.bots.fixed import ONE, UNIT, softmax
    from lutetia.bots.gumbel import GumbelRoot
    from lutetia.bots.memory import ints, longs
    from lutetia.bots.tree_nodes import ratio
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng

DEEPEST = cython.declare(cython.int, 1024)
"""Steps of the longest simulation."""
SLICE = cython.declare(cython.int, 64)
"""Simulations between two checks whether the result is already decided."""


@cython.cclass
class Tree(GumbelRoot):
    """A tree with a fixed capacity of nodes; it can be reused, for one position at a time, and keeps its memory."""

    def __cinit__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int):
        self.legal, self.shares = ints(features.steps), ints(features.steps)
        self.chances, self.margins = longs(features.steps), longs(features.steps)
        self.path, self.edge = ints(DEEPEST + 1), ints(DEEPEST + 1)
        if not cython.compiled:
            self.sums, self.reward, self.value = [0] * 12, [0] * 4, [0] * 12

    def __init__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int) -> None:
        """As for `Nodes`."""
        GumbelRoot.__init__(self, root, world, features, capacity)
        if not cython.compiled:
            Tree.__cinit__(self, root, world, features, capacity)
        self.step_count = features.steps
        self.players = root.players
        self.tune()

    def __dealloc__(self):
        free(self.legal)
        free(self.shares)
        free(self.chances)
        free(self.margins)
        free(self.path)
        free(self.edge)

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
        self.considered = considered
        self.planned = min(planned, self.capacity)
        self.done = 0
        for i in range(12):
            self.sums[i] = 0
        self.clear(is_open)
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
            edge = self.choose_at_root() if node == 0 and self.considered and self.degree[0] > 1 else -1
            if edge < 0:
                edge = self.choose(node)
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
            self.draw_noise()

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
