from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel
from lutetia.core.random cimport Rng

cdef class Search:
    cdef Kernel world
    cdef Guide guide
    cdef int room, players, nodes, capacity
    cdef readonly double exploration, widening, power, win_share, scale
    cdef readonly int tournament, horizon
    cdef int* legal
    cdef int* child_of
    cdef int* stamp
    cdef int now
    cdef int* step
    cdef int* visits
    cdef int* available
    cdef int* first
    cdef int* next
    cdef double* value
    cdef int* path
    cdef double[4] reward
    cdef void simulate(self, Kernel root, int seat, Rng rng) noexcept nogil
    cdef int choose(self, int node, int n, Rng rng) noexcept nogil
    cdef int add(self, int parent, int step) noexcept nogil
    cdef int rollout_step(self, int n, Rng rng) noexcept nogil
    cdef void judge(self) noexcept nogil
