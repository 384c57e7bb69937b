cdef int popcount(unsigned long long v) noexcept nogil
cdef int lowest(unsigned long long v) noexcept nogil
cdef unsigned long long mix(unsigned long long h, unsigned long long v) noexcept nogil
