from lutetia.core.kernel cimport Kernel, StepList
from lutetia.core.random cimport Rng
from lutetia.envs.observer cimport Observer

cdef class Batch:
    cdef readonly int games, players, steps, words
    cdef list kernels
    cdef void** at
    cdef StepList legal
    cdef Observer observer
    cdef Rng deals, choices, worlds
    cdef unsigned long long* masks
    cdef int* counts
    cdef int* actions
    cdef int* points
    cdef signed char* seats
    cdef float* rewards
    cdef unsigned char* ended
    cdef void deal(self, int game) noexcept nogil
    cdef void tell(self, int game) noexcept nogil
    cdef int illegal(self) noexcept nogil
    cdef void advance(self, int game) noexcept nogil
    cdef int pick(self, int game) noexcept nogil
