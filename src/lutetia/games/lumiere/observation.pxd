from lutetia.core.kernel cimport Kernel
from lutetia.envs.observer cimport Observer
from lutetia.games.lumiere.rules.kernel cimport LumiereKernel

cdef class LumiereObserver(Observer):
    cdef void write_row(self, LumiereKernel k, int me) noexcept nogil
    cdef void plane(self, unsigned long long mask) noexcept nogil
    cdef void tiles(self, LumiereKernel k, int start, int stop) noexcept nogil
    cdef unsigned long long space(self, int bit) noexcept nogil
