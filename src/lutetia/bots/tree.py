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
        self.path, self.followed = ints(DEEPEST + 1), ints(DEEPEST + 1)
        if not cython.compiled:
            self.sums, self.reward, self.value = [0] * 12, [0] * 4, [0] * 12

    def __init__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int) -> None:
        """As for `Nodes`."""
        GumbelRoot.__init__(self, root, world, features, capacity)
        if not cython.compiled:
            Tree.__cinit__(self, root, world, features, capacity)
        self.step_count = features.steps
        self.tune()

    def __dealloc__(self):
        free(self.legal)
        free(self.shares)
        free(self.chances)
        free(self.margins)
        free(self.path)
        free(self.followed)

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
        me: cython.int = self.mover[0]
        for i in range(self.degree[0]):
            n = self.taken[i]
            if n:
                worth = (self.mean(i, me), ratio(self.chances[i], n, ONE), ratio(self.margins[i], n, UNIT))
            else:
                worth = (
                    ratio(self.total[me], self.visits[0], ONE),
                    ratio(self.sums[me], self.done, ONE),
                    ratio(self.sums[8 + me], self.done, UNIT),
                )
            found.append((self.step(i), n, *worth, ratio(self.prior(i), 1, ONE)))
        return sorted(found, key=lambda child: (-child[1], -child[2], child[0]))

    def values(self) -> tuple:
        """The root's mean (chances, scores, margins in points), each by seat, over all simulations."""
        return tuple(
            [ratio(self.sums[4 * which + p], self.done, one) for p in range(self.players)]
            for which, one in ((0, ONE), (1, ONE), (2, UNIT))
        )

    def best_step(self) -> object:
        """The step to take: the most visited, with Gumbel also the best of these by logit and value."""
        if self.degree[0] == 0:
            raise ValueError("nothing has been searched yet")
        return self.step(self.best())

    def policy(self) -> list:
        """(step, probability) by Gumbel's improved policy: what the policy should have been."""
        self.improve(self.shares)
        return [(self.step(i), ratio(self.shares[i], 1, ONE)) for i in range(self.degree[0])]

    # One simulation.

    def select(self) -> cython.bint:
        """Begin a simulation. True: it waits for `expand` with the evaluation of `world`, whose `count` legal steps are
        in `legal`. False: it has ended."""
        node: cython.int = 0
        branch: cython.int
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
                self.wait_at(node)
                if self.count > 1 or node < 0 or not self.has_room(1):
                    return True
                self.set_edge(self.edges, self.legal[0], ONE)
                self.add_edges(node, 1)
                if node == 0:
                    self.chances[0] = self.margins[0] = self.logit[0] = self.noise[0] = 0
            branch = self.choose(node)
            if branch < 0:
                self.wait_at(-1)
                return True
            self.followed[self.depth] = branch
            self.world.apply(self.step(self.edge[branch]))
            self.depth += 1
            node = self.shared(branch) if self.is_open else self.follow(branch)
            self.path[self.depth] = node

    def wait_at(self, node: cython.int) -> cython.void:
        """Let a node get its edges from the evaluation of `world`; -1: there is no room for them."""
        self.leaf = node
        self.count = self.features.sensible(self.world, self.legal, self.world.legal(self.legal))

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
            while j > 0 and self.prior(at + j - 1) < share:
                self.set_edge(at + j, self.step(at + j - 1), self.prior(at + j - 1))
                if self.leaf == 0:
                    self.logit[j] = self.logit[j - 1]
                j -= 1
            self.set_edge(at + j, self.legal[i], share)
            if self.leaf == 0:
                self.logit[j] = logits[i]
        keep = n
        if self.leaf > 0:
            keep = 0
            while keep < n and sum < ONE - self.tail:
                sum += max(1, self.prior(at + keep))
                keep += 1
        self.add_edges(self.leaf, keep)
        if self.leaf == 0:
            for i in range(n):
                self.chances[i] = self.margins[i] = 0
            self.draw_noise()

    def choose(self, node: cython.int) -> cython.int:
        """The branch that a simulation follows from a node with edges; -1 if it would be new and there is no room."""
        branch: cython.int = -1
        if self.degree[node] == 1:
            branch = self.newest[node]
            return branch if branch >= 0 else self.add_branch(node, self.first[node])
        if node:
            return self.choose_below(node)
        if self.considered:
            branch = self.choose_at_root()
        return branch if branch >= 0 else self.choose_freely()

    def choose_freely(self) -> cython.int:
        """The root's branch with the highest PUCT, visited or not."""
        i: cython.int
        best: cython.int = 0
        seen: cython.longlong = 0
        most: cython.double = -1e300
        score: cython.double
        base: cython.double
        wide: cython.double = self.exploration * sqrt(self.visits[0]) / ONE
        for i in range(self.degree[0]):
            if self.taken[i]:
                seen += self.prior(i)
        base = self.untried(0, seen)
        for i in range(self.degree[0]):
            if self.taken[i]:
                score = self.mean(i, self.mover[0]) + wide * self.prior(i) / (1 + self.taken[i])
            else:
                score = base + wide * self.prior(i)
            if score > most:
                most = score
                best = i
        return best

    def choose_below(self, node: cython.int) -> cython.int:
        """The branch with the highest PUCT below the root, the most probable one if there are several.

        Edges without a branch are all taken to be equally good, so the most probable of them stands for the others: the
        one after the newest branch's. It has to be better than every branch, and there must be room for it.
        """
        best: cython.int = -1
        newest: cython.int = self.newest[node]
        next: cython.int = self.edge[newest] + 1 if newest >= 0 else self.first[node]
        branch: cython.int = newest
        me: cython.int = self.mover[node]
        seen: cython.longlong = 0
        most: cython.double = -1e300
        score: cython.double
        wide: cython.double = self.exploration * sqrt(self.visits[node]) / ONE
        while branch >= 0:
            seen += self.prior(self.edge[branch])
            branch = self.older[branch]
        if next < self.first[node] + self.degree[node] and (newest < 0 or self.branches < self.branch_capacity):
            most = self.untried(node, seen) + wide * self.prior(next)
        branch = newest
        while branch >= 0:
            score = self.mean(branch, me) + wide * self.prior(self.edge[branch]) / (1 + self.taken[branch])
            if score >= most:
                most = score
                best = branch
            branch = self.older[branch]
        return best if best >= 0 else self.add_branch(node, next)

    def untried(self, node: cython.int, seen: cython.longlong) -> cython.double:
        """What an edge that was never visited is taken to be worth: less than its node, the more so the larger the
        priors of the visited ones are together."""
        worth: cython.double = ratio(self.total[self.players * node + self.mover[node]], self.visits[node], ONE)
        return worth - self.reduction * sqrt(ratio(seen, 1, ONE))

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
        branch: cython.int
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
                    self.total[self.players * node + p] += self.reward[p]
            if i < self.depth:
                branch = self.followed[i]
                self.taken[branch] += 1
                self.gain[branch] += self.reward[self.mover[node]]
        if self.depth:
            branch = self.followed[0]
            p = self.mover[0]
            self.chances[branch] += self.value[p]
            self.margins[branch] += self.value[8 + p]

    def decided(self, left: cython.int, share: cython.longlong) -> cython.bint:
        """Whether no other step can get `share` of the first one's visits in the simulations that are left."""
        i: cython.int
        most: cython.longlong = 0
        second: cython.longlong = 0
        for i in range(self.degree[0]):
            if self.taken[i] > most:
                second = most
                most = self.taken[i]
            elif self.taken[i] > second:
                second = self.taken[i]
        if self.degree[0] == 1:
            left = 0
        return (second + left) * ONE < most * share
