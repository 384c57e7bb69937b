from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel

cdef class Solver:
    cdef list worlds
    cdef Guide guide
    cdef int room, size, deepest
    cdef readonly long long nodes
    cdef long long budget
    cdef int* legal
    cdef int* order
    cdef unsigned long long* keys
    cdef int* values
    cdef int* bounds
    cdef int* steps
    cdef int best_step
    cdef int worth(self, Kernel world) noexcept
    cdef int value(self, int depth, int alpha, int beta)
