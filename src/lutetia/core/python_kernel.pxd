from lutetia.core.kernel cimport Kernel
from lutetia.core.random cimport Rng

cdef class PythonKernel(Kernel):
    cdef public int step_count
    cdef int fill(self, int* out) except -1
    cdef void fail(self, object error)
