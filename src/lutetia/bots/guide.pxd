from lutetia.core.kernel cimport Kernel

cdef int NEVER

cdef class Guide:
    cdef int weight(self, Kernel kernel, int step) noexcept nogil
    cdef int estimate(self, Kernel kernel, int seat) noexcept nogil
