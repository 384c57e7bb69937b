from lutetia.core.random cimport Rng

cdef class StepList:
    cdef int* ids
    cdef int room
    cdef readonly int count

cdef class Kernel:
    cdef public int players
    cdef public int seat
    cdef public int turn
    cdef int legal(self, int* out) noexcept nogil
    cdef void apply(self, int step) noexcept nogil
    cdef bint over(self) noexcept nogil
    cdef void deal(self, Rng rng) noexcept nogil
    cdef void copy_from(self, Kernel other) noexcept nogil
    cdef void resample(self, int seat, Rng rng) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef double utility(self, int seat) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
