from lutetia.bots.evaluator cimport Features
from lutetia.core.kernel cimport Kernel

cdef double ratio(long long sum, long long n, long long one) noexcept nogil

cdef class Nodes:
    cdef readonly Kernel root, world
    cdef Features features
    cdef readonly int nodes, branches, players
    cdef int capacity, edges, edge_capacity, pages, branch_capacity, mask
    cdef readonly bint is_open
    # by node: who decides, its key, the next node of the same branch, its edges (none: it waits for an evaluation),
    # its newest branch (-1: it has none)
    cdef int* mover
    cdef unsigned long long* key
    cdef int* sibling
    cdef int* first
    cdef int* degree
    cdef int* newest
    # by node: visits, and each seat's sum of rewards
    cdef int* visits
    cdef long long* total
    # by page and edge, best prior first: its step and prior in one number
    cdef unsigned int** choice
    # by branch: its edge, the branch of this node before it, visits, first child, the deciding seat's sum of rewards
    cdef int* edge
    cdef int* older
    cdef int* taken
    cdef int* child
    cdef long long* gain
    # hash table: nodes by position
    cdef int* slots
    cdef void clear(self, bint is_open) noexcept nogil
    cdef int new_node(self) noexcept nogil
    cdef int follow(self, int branch) noexcept nogil
    cdef int shared(self, int branch) noexcept nogil
    cdef bint has_room(self, int n) noexcept nogil
    cdef void set_edge(self, int edge, int step, long long prior) noexcept nogil
    cdef int step(self, int edge) noexcept nogil
    cdef int prior(self, int edge) noexcept nogil
    cdef void add_edges(self, int node, int n) noexcept nogil
    cdef int add_branch(self, int node, int edge) noexcept nogil
    cdef double mean(self, int branch, int seat) noexcept nogil
