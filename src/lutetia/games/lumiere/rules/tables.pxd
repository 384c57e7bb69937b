cdef class LookupTables:
    cdef readonly int count, buildings, tokens, cards_in_play
    cdef readonly int group_per_space, unbuilt, painter_per_lamp, dancer_per_space
    cdef readonly int fountain_per_building, statue_side, statue_corner
    cdef int[12288] kind, piece, choice
    cdef unsigned long long[12288] mask
    cdef int take_base, tile_base, card_base, decline, passing
    cdef int[12] place_base
    cdef int[16] swap_base
    cdef int[19] first_orientation
    cdef int[144] length, lift
    cdef int[1152] offset
    cdef unsigned long long[144] anchors
    cdef int[9216] step_at
    cdef int[17] extended
    cdef int[12] deck
    cdef int deck_size
    cdef unsigned long long[32] tile_own, tile_rival, tile_mixed, tile_lamp
    cdef unsigned long long[64] beams
