from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel
from lutetia.games.paris.rules.kernel cimport ParisKernel

cdef class ParisGuide(Guide):
    cdef int weigh_step(self, ParisKernel k, int step) noexcept nogil
    cdef int move(self, ParisKernel k, int start, int goal) noexcept nogil
    cdef bint wants_francs(self, ParisKernel k) noexcept nogil
    cdef bint wants(self, ParisKernel k, int good) noexcept nogil
    cdef bint can_spare(self, ParisKernel k, int good) noexcept nogil
    cdef bint needs(self, ParisKernel k, int good, int units) noexcept nogil
    cdef int missing(self, ParisKernel k, int goal) noexcept nogil
    cdef int price(self, ParisKernel k, int d, int goal) noexcept nogil
    cdef int tile(self, ParisKernel k, int seat, int tile, bint now) noexcept nogil
    cdef int prize(self, ParisKernel k, int tile, int district) noexcept nogil
    cdef int prospects(self, ParisKernel k, int seat) noexcept nogil
    cdef void feed(self, int first, int n) noexcept nogil
    cdef void compute_features(self, ParisKernel k, int seat) noexcept nogil
    cdef int[66] f
    cdef int[32] h
    cdef int[4417] w
