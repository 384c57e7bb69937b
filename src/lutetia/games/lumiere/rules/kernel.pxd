from lutetia.games.lumiere.rules.state cimport LumiereState

cdef unsigned long long FULL, NOT_FIRST_ROW, NOT_LAST_ROW

cdef unsigned long long beside(unsigned long long m) noexcept nogil
cdef unsigned long long region(unsigned long long start, unsigned long long ground) noexcept nogil

cdef class LumiereKernel(LumiereState):
    cdef int legal_paving(self, int* out) noexcept nogil
    cdef int legal_building(self, int* out) noexcept nogil
    cdef int legal_effect(self, int* out) noexcept nogil
    cdef int list_placements(self, int* out, int n, int piece, bint lamp_too, bint rival_too) noexcept nogil
    cdef int list_spaces(self, int* out, int n, int card, unsigned long long where) noexcept nogil
    cdef unsigned long long fits(self, int o, unsigned long long ground, unsigned long long lamps, unsigned long long rivals) noexcept nogil
    cdef bint any_fits(self, int seat, int piece, bint lamp_too, bint rival_too) noexcept nogil
    cdef bint can_build(self, int seat) noexcept nogil
    cdef bint can_build_plainly(self, int seat) noexcept nogil
    cdef void lay_tile(self, int tile, int square, int turn) noexcept nogil
    cdef void put_building(self, int building, unsigned long long mask) noexcept nogil
    cdef void place_piece(self, int card, int choice, unsigned long long mask) noexcept nogil
    cdef void end_turn(self, bint skipped) noexcept nogil
    cdef unsigned long long lamps(self) noexcept nogil
    cdef unsigned long long beam(self) noexcept nogil
    cdef int lit(self, int seat) noexcept nogil
    cdef int largest_group(self, int seat) noexcept nogil
    cdef int postcards(self, int seat) noexcept nogil
