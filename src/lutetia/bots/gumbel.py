"""The root of a search that plans its simulations (Gumbel; Danihelka, Guez, Schrittwieser, Silver 2022).

Sequential halving chooses among a few steps, those with the best sum of logit and noise. Such a search learns from few
simulations and varies its play. Its improved policy is what the policy should have been.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.lutetia.bots.evaluator import Features
    from cython.cimports.lutetia.bots.fixed import ONE, UNIT, log_of, softmax
    from cython.cimports.lutetia.bots.memory import ints
    from cython.cimports.lutetia.bots.tree_nodes import Nodes, ratio
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.bots.evaluator import Features
    from lutetia.bots.fixed import ONE, UNIT, log_of, softmax
    from lutetia.bots.memory import ints
    from lutetia.bots.tree_nodes import Nodes, ratio
    from lutetia.core.kernel import Kernel

TRUST = cython.declare(cython.int, 50)
"""How strongly values count against logits before the first visits (`c_visit`)."""


@cython.cclass
class GumbelRoot(Nodes):
    """Nodes with a plan for the root, which is node 0."""

    def __cinit__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int):
        self.logit, self.noise = ints(features.steps), ints(features.steps)
        self.plan = ints(capacity)

    def __init__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int) -> None:
        """As for `Nodes`."""
        Nodes.__init__(self, root, world, features, capacity)
        if not cython.compiled:
            GumbelRoot.__cinit__(self, root, world, features, capacity)
        self.done = self.considered = self.planned = 0

    def __dealloc__(self):
        free(self.logit)
        free(self.noise)
        free(self.plan)

    def draw_noise(self) -> cython.void:
        """Give each edge of the root its noise, and plan; without `considered` there is neither.

        Noise is -ln(-ln(u)) with u = (k + 1/2) / 2**30.
        """
        i: cython.int
        drawn: cython.int
        sum: cython.longlong
        for i in range(self.degree[0]):
            self.noise[i] = 0
            if self.considered:
                drawn = self.rng.below(1 << 30)
                sum = 31 * (log_of(2)) - log_of(2 * cython.cast(cython.ulonglong, drawn) + 1)
                self.noise[i] = cython.cast(
                    cython.int, log_of(UNIT) - log_of(cython.cast(cython.ulonglong, max(1, sum)))
                )
        if self.considered:
            self.make_plan()

    def most_taken(self) -> cython.int:
        i: cython.int
        most: cython.int = 0
        for i in range(self.degree[0]):
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
                for i in range(tried):  # noqa: B007 (typed by its name)
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
        for i in range(self.degree[0]):
            if self.taken[i]:
                n += self.taken[i]
                share += self.prior(i) + 1
                sum += (self.prior(i) + 1) * self.mean(i, me)
        return (own + n * (sum / share)) / (1 + n) if n else own

    def improved(self, edge: cython.int, mixed: cython.double, most: cython.int) -> cython.double:
        """The improved logit of an edge of the root (1.0 is UNIT): its logit, and its value times a factor."""
        value: cython.double = self.mean(edge, self.mover[0]) if self.taken[edge] else mixed
        return self.logit[edge] + (TRUST + most) * UNIT * value

    def choose_at_root(self) -> cython.int:
        """The best of the steps with as many visits as the plan asks for; -1 if there is none."""
        i: cython.int
        best: cython.int = -1
        want: cython.int = self.plan[min(self.done - 2, self.planned - 1)] if self.planned else 0
        most: cython.double = -1e300
        score: cython.double
        mixed: cython.double = self.completed()
        visits: cython.int = self.most_taken()
        for i in range(self.degree[0]):
            if self.taken[i] == want:
                score = self.improved(i, mixed, visits) + self.noise[i]
                if score > most:
                    most = score
                    best = i
        return best

    def best(self) -> cython.int:
        """The index of the root's edge to take."""
        i: cython.int
        found: cython.int = 0
        most: cython.double = -1e300
        score: cython.double
        mixed: cython.double = self.completed()
        visits: cython.int = self.most_taken()
        for i in range(self.degree[0]):
            if self.taken[i] == visits:
                score = self.improved(i, mixed, visits) + self.noise[i] if self.considered else mixed
                if not self.considered and visits:
                    score = self.mean(i, self.mover[0])
                if score > most:
                    most = score
                    found = i
        return found

    def improve(self, out: cython.p_int) -> cython.void:
        """The improved policy over the root's edges (ONE is 1.0): the target that a policy learns."""
        i: cython.int
        most: cython.double = -1e300
        mixed: cython.double = self.completed()
        visits: cython.int = self.most_taken()
        for i in range(self.degree[0]):
            most = max(most, self.improved(i, mixed, visits))
        for i in range(self.degree[0]):
            out[i] = cython.cast(cython.int, max(-1e9, self.improved(i, mixed, visits) - most))
        softmax(out, self.degree[0], out)
