from lutetia.bots.evaluator cimport Features
from lutetia.games.lumiere.rules.kernel cimport LumiereKernel

cdef class LumiereFeatures(Features):
    cdef int buildings
    cdef void write_built(self, LumiereKernel k, int me, unsigned char* out) noexcept nogil
    cdef unsigned long long tiles_in_hand(self, LumiereKernel k) noexcept nogil
    cdef void write_row(self, LumiereKernel k, int me, unsigned char* out) noexcept nogil
    cdef void write_board(self, LumiereKernel k, int me, unsigned char* out) noexcept nogil
    cdef void write_buildings(self, LumiereKernel k, unsigned char* out) noexcept nogil
    cdef void write_reach(self, LumiereKernel k, int seat, unsigned char* out, int covered, int ways, int counts) noexcept nogil
    cdef void write_globals(self, LumiereKernel k, int me, unsigned char* out, int at) noexcept nogil
