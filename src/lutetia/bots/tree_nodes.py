"""The nodes of a tree, its edges and branches: their memory, and which node a branch leads to. tree.py searches them.

- A node belongs to the steps that led there and to what the deciding seat knows (`Features.hand`).
- Where nothing is hidden, positions that are reached in several ways share one node, found by a hash table.
- An edge is a sensible step of a node, a branch is an edge that has been visited. Most edges never are, so they are
  kept small: visits, rewards and children belong to branches.
- The root's edges are numbered from 0, and each has a branch of the same number from the beginning.
- Nodes and branches have a fixed room; memory that a search does not need is not touched. Edges take a page more when
  they need it. All pages have the same size, so the next search can use the same memory: in WebAssembly, what has been
  touched is never given back to the machine.
"""

import cython

from lutetia.core.failures import keep_failure

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc
    from cython.cimports.lutetia.bots.evaluator import Features
    from cython.cimports.lutetia.bots.fixed import ONE
    from cython.cimports.lutetia.bots.memory import room_for_ints, room_for_longs
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.bots.evaluator import Features
    from lutetia.bots.fixed import ONE
    from lutetia.bots.memory import room_for_ints, room_for_longs
    from lutetia.core.kernel import Kernel

EDGES = cython.declare(cython.int, 40)
"""The most edges per node, on average. Most nodes have fewer."""
BRANCHES = cython.declare(cython.int, 4)
"""The most branches per node, on average. It is more than one where several branches lead to the same position."""
PAGE_BITS = cython.declare(cython.int, 14)
"""A page has 2**14 edges and takes 64 KB."""
STEP_BITS = cython.declare(cython.int, 15)
"""An edge is a number with the step in its lowest bits, and the prior in the others."""
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
    """Nodes, edges and branches of one search at a time. It keeps its memory for the next one."""

    def __cinit__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int):
        slots: cython.int = 1
        if not 0 < capacity <= MOST_NODES:
            raise ValueError(f"a tree can have 1 to {MOST_NODES} nodes, not {capacity}")
        if features.steps > 1 << STEP_BITS:
            raise ValueError(f"a tree can have up to {1 << STEP_BITS} different steps, not {features.steps}")
        while slots < 2 * capacity:
            slots *= 2
        self.mask = slots - 1
        self.players = root.players
        self.capacity = capacity
        self.edge_capacity = EDGES * capacity + 2 * features.steps
        self.branch_capacity = BRANCHES * capacity + features.steps
        self.mover = room_for_ints(capacity)
        self.sibling = room_for_ints(capacity)
        self.first = room_for_ints(capacity)
        self.degree = room_for_ints(capacity)
        self.newest = room_for_ints(capacity)
        self.visits = room_for_ints(capacity)
        self.total = room_for_longs(self.players * capacity)
        self.slots = room_for_ints(slots)
        self.pages = 0
        self.edge = room_for_ints(self.branch_capacity)
        self.older = room_for_ints(self.branch_capacity)
        self.taken = room_for_ints(self.branch_capacity)
        self.child = room_for_ints(self.branch_capacity)
        self.gain = room_for_longs(self.branch_capacity)
        if cython.compiled:
            self.key = cython.cast(cython.p_ulonglong, room_for_longs(capacity))
            most = cython.cast(cython.size_t, (self.edge_capacity >> PAGE_BITS) + 1)
            self.choice = cython.cast(cython.pp_uint, calloc(most, cython.sizeof(cython.p_uint)))
            if not self.choice:
                raise MemoryError
        else:
            self.key, self.choice = room_for_longs(capacity), []

    def __init__(self, root: Kernel, world: Kernel, features: Features, capacity: cython.int) -> None:
        """`root`, `world`: two spare kernels of the ruleset. `capacity`: nodes; one simulation adds one, and one for
        each forced step on its way. Raises ValueError if it is impossible."""
        if not cython.compiled:
            Nodes.__cinit__(self, root, world, features, capacity)
        self.root = root
        self.world = world
        self.features = features
        self.clear(False)
        self.mover[self.new_node()] = root.seat  # a root without edges, until a search begins

    def __dealloc__(self):
        i: cython.int
        for i in range(self.pages):
            free(self.choice[i])
        free(self.mover)
        free(self.sibling)
        free(self.first)
        free(self.degree)
        free(self.newest)
        free(self.visits)
        free(self.key)
        free(self.total)
        free(self.slots)
        free(self.choice)
        free(self.edge)
        free(self.older)
        free(self.taken)
        free(self.child)
        free(self.gain)

    def clear(self, is_open: cython.bint) -> cython.void:
        """Forget all nodes. `is_open`: nothing is hidden from now on."""
        i: cython.int
        self.is_open = is_open
        self.nodes = self.edges = self.branches = 0
        for i in range(self.mask + 1 if is_open else 0):
            self.slots[i] = -1

    def new_node(self) -> cython.int:
        """A node that waits for its evaluation; -1 if there is no room."""
        node: cython.int = self.nodes
        p: cython.int
        if node >= self.capacity:
            return -1
        self.nodes += 1
        self.sibling[node] = self.newest[node] = -1
        self.key[node] = 0
        self.first[node] = self.degree[node] = self.visits[node] = 0
        for p in range(self.players):
            self.total[self.players * node + p] = 0
        return node

    def follow(self, branch: cython.int) -> cython.int:
        """The node behind a branch for what the deciding seat of `world` knows."""
        seat: cython.int = self.world.seat
        key: cython.ulonglong = 0 if self.world.over() else self.features.hand(self.world)
        node: cython.int = self.child[branch]
        while node >= 0:
            if self.key[node] == key and self.mover[node] == seat:
                return node
            node = self.sibling[node]
        node = self.new_node()
        if node >= 0:
            self.key[node] = key
            self.mover[node] = seat
            self.sibling[node] = self.child[branch]
            self.child[branch] = node
        return node

    def shared(self, branch: cython.int) -> cython.int:
        """The node behind a branch where nothing is hidden: the position's, however it was reached."""
        key: cython.ulonglong
        slot: cython.int
        node: cython.int = self.child[branch]
        if node >= 0:
            return node
        key = self.world.hash()
        slot = cython.cast(cython.int, key & cython.cast(cython.ulonglong, self.mask))
        while self.slots[slot] >= 0:
            node = self.slots[slot]
            if self.key[node] == key:
                self.child[branch] = node
                return node
            slot = (slot + 1) & self.mask
        node = self.new_node()
        if node >= 0:
            self.slots[slot] = node
            self.key[node] = key
            self.mover[node] = self.world.seat
            self.child[branch] = node
        return node

    def has_room(self, n: cython.int) -> cython.bint:
        """Whether so many more edges fit. Without memory for them the tree stays as it is, and `run` raises
        MemoryError."""
        if self.edges + n > self.edge_capacity:
            return False
        while self.edges + n > self.pages << PAGE_BITS:
            if cython.compiled:
                self.choice[self.pages] = cython.cast(cython.p_uint, malloc(cython.sizeof(cython.uint) << PAGE_BITS))
                if not self.choice[self.pages]:
                    with cython.gil:
                        keep_failure(MemoryError())
                    self.edge_capacity = self.edges
                    return False
            else:
                self.choice.append([0] * (1 << PAGE_BITS))
            self.pages += 1
        return True

    def set_edge(self, edge: cython.int, step: cython.int, prior: cython.longlong) -> cython.void:
        """`prior`: at most ONE. There must be room."""
        self.choice[edge >> PAGE_BITS][edge & ((1 << PAGE_BITS) - 1)] = (prior << STEP_BITS) + step

    def step(self, edge: cython.int) -> cython.int:
        return self.choice[edge >> PAGE_BITS][edge & ((1 << PAGE_BITS) - 1)] & ((1 << STEP_BITS) - 1)

    def prior(self, edge: cython.int) -> cython.int:
        return self.choice[edge >> PAGE_BITS][edge & ((1 << PAGE_BITS) - 1)] >> STEP_BITS

    def add_edges(self, node: cython.int, n: cython.int) -> cython.void:
        """Give a node the n edges that have been set behind the last one."""
        i: cython.int
        self.first[node] = self.edges
        self.degree[node] = n
        self.edges += n
        for i in range(n if node == 0 else 0):
            self.add_branch(0, i)

    def add_branch(self, node: cython.int, edge: cython.int) -> cython.int:
        """A branch for an edge that has none; -1 if there is no room."""
        branch: cython.int = self.branches
        if branch >= self.branch_capacity:
            return -1
        self.branches += 1
        self.edge[branch] = edge
        self.older[branch] = self.newest[node]
        self.newest[node] = branch
        self.taken[branch] = 0
        self.child[branch] = -1
        self.gain[branch] = 0
        return branch

    def mean(self, branch: cython.int, seat: cython.int) -> cython.double:
        """A visited branch's mean reward for the seat that decides, from 0 to 1."""
        node: cython.int = self.child[branch]
        if self.is_open and node >= 0:
            return ratio(self.total[self.players * node + seat], self.visits[node], ONE)
        return ratio(self.gain[branch], self.taken[branch], ONE)
