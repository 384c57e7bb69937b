from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel
from lutetia.games.lumiere.rules.kernel cimport LumiereKernel

cdef class LumiereGuide(Guide):
    cdef int weigh_step(self, LumiereKernel k, int step) noexcept nogil
    cdef int standing(self, LumiereKernel k, unsigned long long mask) noexcept nogil
    cdef int lamp_worth(self, LumiereKernel k, unsigned long long lit) noexcept nogil
    cdef int card(self, LumiereKernel k, int card) noexcept nogil
    cdef int piece(self, LumiereKernel k, int card, int choice, unsigned long long mask) noexcept nogil
    cdef int tile(self, LumiereKernel k, int tile, int square, int turn) noexcept nogil
    cdef int take(self, LumiereKernel k, int building) noexcept nogil
