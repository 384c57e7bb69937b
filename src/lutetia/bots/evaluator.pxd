from lutetia.core.kernel cimport Kernel

cdef int VALUES, NOTHING

cdef class Features:
    cdef readonly int inputs, policy, steps
    cdef public int target_bytes
    cdef int* first
    cdef int* second
    cdef void write(self, Kernel kernel, int seat, unsigned char* out) noexcept nogil
    cdef int sensible(self, Kernel kernel, int* legal, int n) noexcept nogil
    cdef unsigned long long hand(self, Kernel kernel) noexcept nogil
    cdef void targets(self, Kernel kernel, int seat, unsigned char* out) noexcept nogil

cdef class Evaluator:
    cdef readonly Features features
    cdef void evaluate(self, Kernel kernel, int* legal, int n, int* logits, int* values) noexcept nogil
