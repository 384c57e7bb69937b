cdef class Rng:
    cdef unsigned long long state
    cdef unsigned long long next(self) noexcept nogil
    cdef int below(self, int n) noexcept nogil
    cdef void shuffle(self, int* items, int start, int stop) noexcept nogil
