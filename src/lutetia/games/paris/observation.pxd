from lutetia.core.kernel cimport Kernel
from lutetia.envs.observer cimport Observer
from lutetia.games.paris.rules.kernel cimport ParisKernel

cdef class ParisObserver(Observer):
    cdef bint closed
    cdef void write_row(self, ParisKernel k, int me) noexcept nogil
    cdef void city(self, ParisKernel k) noexcept nogil
    cdef void turn(self, ParisKernel k, int me) noexcept nogil
    cdef void in_view(self, ParisKernel k, int s) noexcept nogil
    cdef void behind(self, ParisKernel k, int s) noexcept nogil
    cdef void ends_of(self, ParisKernel k, int s) noexcept nogil
