from lutetia.core.random cimport Rng
from lutetia.games.paris.rules.state cimport ParisState

cdef class DealtState(ParisState):
    cdef void lay_base(self) noexcept nogil
    cdef void start(self, int first) noexcept nogil
    cdef void resample_stacks(self, Rng rng) noexcept nogil
    cdef void resample_ends(self, int seat, bint keep, Rng rng) noexcept nogil
    cdef bint question_stands(self) noexcept nogil
