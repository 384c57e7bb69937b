from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel
from lutetia.core.random cimport Rng

cdef class Search:
    cdef Kernel world
    cdef Guide guide
    cdef int room, players, nodes, capacity
    cdef bint known
    cdef readonly double exploration, rave, widening, power, win_share, scale
    cdef readonly int tournament, horizon
    # by step of the table: what is legal, the child it leads to at the node looked at, and when that was noted
    cdef int* legal
    cdef int* child_of
    cdef int* stamp
    cdef int now
    # by node: the step and how often it was and could be taken, the first child and the next sibling
    cdef int* step
    cdef int* visits
    cdef int* available
    cdef int* first
    cdef int* next
    # by node that is a home: visits, and sums of what each seat had and of points ahead
    cdef int* home
    cdef int* total
    cdef double* value
    cdef double* lead
    # homes by position: a hash table
    cdef unsigned long long* key
    cdef int* slots
    cdef int mask
    # by node: how often its step came later in a simulation, and what that brought
    cdef int* later
    cdef double* later_value
    # the simulation: its nodes, its steps and who took them, and which seats have taken which since
    cdef int* path
    cdef int* taken
    cdef int* taker
    cdef int* met
    cdef int simulated
    cdef double[4] reward, margin
    cdef void simulate(self, Kernel root, int seat, Rng rng) noexcept nogil
    cdef void take(self, int at, int step) noexcept nogil
    cdef void settle(self, int node) noexcept nogil
    cdef void learn(self, int depth, int length) noexcept nogil
    cdef int choose(self, int node, int n, Rng rng) noexcept nogil
    cdef double promise(self, int child) noexcept nogil
    cdef int add(self, int parent, int step) noexcept nogil
    cdef int rollout_step(self, int n, Rng rng) noexcept nogil
    cdef void judge(self) noexcept nogil
