cdef int* ints(size_t n) except? NULL
cdef long long* longs(size_t n) except? NULL
cdef unsigned long long* keys(size_t n) except? NULL
cdef double* doubles(size_t n) except? NULL
cdef int* more_ints(int* array, size_t n) noexcept nogil
cdef long long* more_longs(long long* array, size_t n) noexcept nogil
