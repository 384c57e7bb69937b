from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel

cdef class Solver:
    cdef list kernels
    cdef Guide guide
    cdef int step_count, size, max_depth
    cdef readonly long long nodes
    cdef long long budget
    cdef int* legal
    cdef int* order
    cdef unsigned long long* keys
    cdef int* values
    cdef int* bounds
    cdef int* steps
    cdef int best_step, hero, forbidden, root_turn
    cdef int final_value(self, Kernel kernel) noexcept
    cdef int value(self, int depth, int alpha, int beta)
