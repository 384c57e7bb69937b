cdef class LookupTables:
    cdef readonly int count
    cdef int[2048] kind, a, b
    cdef int buy_base, done, draw_base, end_base, key_arc, key_base, pair_done, section_done, sell_base, site_base
    cdef int track_base, track_none, vp_base, vp_none
    cdef int[84] move_arc, move_bank
    cdef int[1176] move_step
    cdef int[6] pair_step
    cdef int[27] pay_step, section_step
    cdef int[30] use_step, take_any, take_back
    cdef int[12] use_end
    cdef readonly int[14] value, toll
    cdef int[42] cost
    cdef int landmarks, costless, eight, vp_for_8
    cdef int[960] reach
    cdef int[16] above
    cdef int most_wood, most_marble, most_gold
    cdef int[8788] payable
    cdef int[84] sections
    cdef int[6] section_vp, sell, buy, bank, token_of
    cdef readonly int[36] type_of
    cdef int stacks, returned
    cdef int[6] source_mask, token_source, end_source, end_of
    cdef int[27] source_good, source_tile
    cdef int[30] tile_sources, tile_sale
    cdef int[6] own_tile
    cdef int wild_sources, paying_sources
    cdef readonly int end_kinds
    cdef int[12] end_count, end_good, end_francs, end_vp
    cdef readonly int[30] way
    cdef int[30] francs, vp, counted
    cdef int usable, two_units, copied, back_at_most
    cdef int[5] per_unused, per_pair, hand
    cdef int[8] per_types
    cdef int start_francs, reserve
    cdef int[4] zone
    cdef int[30] in_order
    cdef int vp_tiles
    cdef int[36] places
