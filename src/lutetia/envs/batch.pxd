from lutetia.core.kernel cimport Kernel, StepList
from lutetia.core.random cimport Rng
from lutetia.envs.observer cimport Observer

cdef class Batch:
    cdef readonly int games, players, steps, mask_words
    cdef list kernels
    cdef void** at
    cdef StepList legal
    cdef Observer observer
    cdef Rng deals, choices, samples
    cdef unsigned long long* masks
    cdef int* counts
    cdef int* actions
    cdef int reward
    cdef int* points
    cdef int* before
    cdef signed char* seats
    cdef float* rewards
    cdef unsigned char* ended
    cdef void deal(self, int game) noexcept nogil
    cdef void begin_row(self, int game) noexcept nogil
    cdef void update_row(self, int game) noexcept nogil
    cdef int first_illegal(self) noexcept nogil
    cdef void advance(self, int game) noexcept nogil
    cdef float final(self, int game, int seat) noexcept nogil
    cdef float gained(self, int game, int seat) noexcept nogil
    cdef int pick(self, int game) noexcept nogil
