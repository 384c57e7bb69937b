from lutetia.bots.evaluator cimport Features
from lutetia.core.kernel cimport Kernel

cdef double ratio(long long sum, long long n, long long one) noexcept nogil

cdef class Nodes:
    cdef readonly Kernel root, world
    cdef Features features
    cdef readonly int nodes
    cdef int capacity, edges, edge_room, edge_capacity, mask
    cdef readonly bint is_open
    # by node: who decides, its key, the next node of the same edge, its edges (none: it waits for an evaluation)
    cdef int* mover
    cdef unsigned long long* key
    cdef int* sibling
    cdef int* first
    cdef int* degree
    # by node: visits, and each seat's sum of rewards
    cdef int* visits
    cdef long long* total
    # by edge, best prior first: its step, prior, visits, first child, the deciding seat's sum of rewards
    cdef int* step
    cdef int* prior
    cdef int* taken
    cdef int* child
    cdef long long* gain
    # hash table: nodes by position
    cdef int* slots
    cdef void clear(self, bint is_open) noexcept nogil
    cdef int new_node(self) noexcept nogil
    cdef int follow(self, int edge) noexcept nogil
    cdef int shared(self, int edge) noexcept nogil
    cdef int add_edges(self, int node, int n) noexcept nogil
    cdef bint has_room(self, int n) noexcept nogil
    cdef bint grow(self, int room) noexcept nogil
    cdef double mean(self, int edge, int seat) noexcept nogil
