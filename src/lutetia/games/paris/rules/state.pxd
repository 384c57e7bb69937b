from lutetia.core.kernel cimport Kernel
from lutetia.games.paris.rules.tables cimport LookupTables

cdef bint differ(int* a, int* b, int start, int stop) noexcept nogil

cdef class ParisState(Kernel):
    cdef LookupTables t
    cdef readonly int rules, first, last, height
    cdef readonly bint advanced, any_district
    # the city
    cdef readonly int[36] stack, dealt, beside, building
    cdef readonly int[9] top
    cdef readonly int[6] landmarks, vp_in, supply
    cdef readonly int display, vp_left
    cdef readonly int[30] track, copies
    cdef readonly int[12] end_left
    # the seats
    cdef readonly int[4] vp, francs, hand, reserve, meeple, arc, banks, doubled, unused, owned, sold, final
    cdef readonly int[24] own, tokens
    cdef readonly int[48] ends
    cdef readonly int[136] earned
    # the turn
    cdef readonly bint draw_due, acted
    cdef readonly int half, depth, siting, goal, toll, wanted, pairing, pairs
    cdef readonly int[8] asked
    cdef readonly int[6] owed, open_sections
    # derived from the above, for speed
    cdef readonly int[6] taken, goals, keys_in, types_in
    cdef readonly int[4] sources, end_uses
    cdef readonly int[31] beyond
    cdef readonly int stock, on_track, end_mask, ends_left, tiles_left, full_stacks
    cdef void derive(self) noexcept nogil
    cdef void derive_district(self, int d) noexcept nogil
    cdef void derive_common(self) noexcept nogil
    cdef void derive_seat(self, int s) noexcept nogil
    cdef void copy(self, ParisState o) noexcept nogil
    cpdef int changed(self, ParisState o) noexcept
    cdef bint district_changed(self, ParisState o, int d) noexcept nogil
    cdef bint seat_changed(self, ParisState o, int s) noexcept nogil
    cdef bint track_changed(self, ParisState o) noexcept nogil
    cdef bint layout_changed(self, ParisState o) noexcept nogil
