cdef int popcount(unsigned long long v) noexcept nogil
cdef int lowest(unsigned long long v) noexcept nogil
