from lutetia.bots.evaluator cimport Features
from lutetia.games.paris.bots.guide cimport ParisGuide
from lutetia.games.paris.rules.kernel cimport ParisKernel

cdef class ParisFeatures(Features):
    cdef unsigned char* out
    cdef int at, me
    cdef ParisGuide guide
    cdef int without_idle_trade(self, ParisKernel k, int* legal, int n) noexcept nogil
    cdef int[4] types
    cdef int[24] sums
    cdef void write_targets(self, ParisKernel k, int me, unsigned char* out) noexcept nogil
    cdef unsigned long long hash_hand(self, ParisKernel k) noexcept nogil
    cdef void write_row(self, ParisKernel k) noexcept nogil
    cdef void put(self, int value) noexcept nogil
    cdef void flags(self, unsigned long long mask, int n) noexcept nogil
    cdef void cell(self, ParisKernel k, int d) noexcept nogil
    cdef void cell_seat(self, ParisKernel k, int d, int s, int plane) noexcept nogil
    cdef int reachable(self, ParisKernel k, int d, int s) noexcept nogil
    cdef int payable(self, ParisKernel k, int s) noexcept nogil
    cdef void seat_globals(self, ParisKernel k, int s) noexcept nogil
    cdef void common(self, ParisKernel k) noexcept nogil
    cdef int sale(self, ParisKernel k, int s) noexcept nogil
    cdef int payout(self, ParisKernel k, int s, int tile) noexcept nogil
    cdef int types_of(self, ParisKernel k, int s) noexcept nogil
