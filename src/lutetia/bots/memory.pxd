cdef int* ints(size_t n) except? NULL
cdef long long* longs(size_t n) except? NULL
cdef unsigned long long* keys(size_t n) except? NULL
cdef double* doubles(size_t n) except? NULL
cdef int* room_for_ints(size_t n) except? NULL
cdef long long* room_for_longs(size_t n) except? NULL
cdef void* room(size_t n, size_t size) except? NULL
