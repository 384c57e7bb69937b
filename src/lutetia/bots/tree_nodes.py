"""The nodes and edges of a tree: their memory, and which node an edge leads to. tree.py searches them.

- A node belongs to the steps that led there and to what the deciding seat knows (`Features.hand`).
- Where nothing is hidden, positions that are reached in several ways share one node, found by a hash table.
- Nodes have a fixed room. Edges take more memory as the search needs it.
"""

import cython

from lutetia.core.failures import keep_failure

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.lutetia.bots.evaluator import Features
    from cython.cimports.lutetia.bots.fixed import ONE
    from cython.cimports.lutetia.bots.memory import ints, keys, longs, more_ints, more_longs
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.bots.evaluator import Features
    from lutetia.bots.fixed import ONE
    from lutetia.bots.memory import ints, keys, longs, more_ints, more_longs
    from lutetia.core.kernel import Kernel

EDGES = cython.declare(cython.int, 40)
"""The most edges per node, on average. Most nodes have fewer, so room for them is made as a search needs it."""
MOST_NODES = cython.declare(cython.int, 1 << 24)
"""Nodes of the largest tree; its edges can still be counted."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ratio(sum: cython.longlong, n: cython.longlong, one: cython.longlong) -> cython.double:
    """The mean of n fixed-point numbers."""
    exact: cython.double = sum
    return exact / max(1, n) / one


@cython.cclass
class Nodes:
    """Nodes and edges of one search at a time. It keeps its memory for the next one."""

    def __cinit__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int):
        slots: cython.int = 1
        if not 0 < capacity <= MOST_NODES:
            raise ValueError(f"a tree can have 1 to {MOST_NODES} nodes, not {capacity}")
        while slots < 2 * capacity:
            slots *= 2
        self.mask = slots - 1
        self.capacity = capacity
        self.edge_capacity = EDGES * capacity + 2 * features.steps
        self.edge_room = capacity + features.steps
        self.mover, self.sibling = ints(capacity), ints(capacity)
        self.first, self.degree, self.visits = ints(capacity), ints(capacity), ints(capacity)
        self.key, self.total, self.slots = keys(capacity), longs(4 * capacity), ints(slots)
        self.step, self.prior = ints(self.edge_room), ints(self.edge_room)
        self.taken, self.child = ints(self.edge_room), ints(self.edge_room)
        self.gain = longs(self.edge_room)

    def __init__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int) -> None:
        """`root`, `world`: two spare kernels of the ruleset. `capacity`: nodes; one simulation adds one, and one for
        each forced step on its way. Raises ValueError if it is impossible."""
        if not cython.compiled:
            Nodes.__cinit__(self, root, world, features, capacity)
        self.root = root
        self.world = world
        self.features = features
        self.nodes = self.edges = 0

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

    def clear(self, is_open: cython.bint) -> cython.void:
        """Forget all nodes. `is_open`: nothing is hidden from now on."""
        i: cython.int
        self.is_open = is_open
        self.nodes = self.edges = 0
        for i in range(self.mask + 1 if is_open else 0):
            self.slots[i] = -1

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

    def mean(self, edge: cython.int, seat: cython.int) -> cython.double:
        """A visited edge's mean reward for the seat that decides, from 0 to 1."""
        node: cython.int = self.child[edge]
        if self.is_open and node >= 0:
            return ratio(self.total[4 * node + seat], self.visits[node], ONE)
        return ratio(self.gain[edge], self.taken[edge], ONE)
