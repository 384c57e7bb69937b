from lutetia.core.kernel cimport Kernel, StepList

cdef class Observer:
    cdef float* out
    cdef int at
    cdef readonly int size
    cdef void write(self, Kernel kernel, int seat) noexcept nogil
    cdef void put(self, int value, int scale) noexcept nogil
    cdef void bits(self, unsigned long long mask, int n) noexcept nogil
    cdef void one_of(self, int which, int n) noexcept nogil
    cdef void hidden(self, int n) noexcept nogil
