from lutetia.core.kernel cimport Kernel
from lutetia.core.random cimport Rng
from lutetia.games.lumiere.rules.tables cimport LookupTables

cdef class LumiereState(Kernel):
    cdef LookupTables t
    cdef readonly int rules, hand, phase, question, lifted, skips, opener, first
    cdef readonly int wanted_cards, wanted_first
    cdef readonly unsigned long long[2] own, built
    cdef readonly unsigned long long mixed, printed, taken, fountain
    cdef readonly unsigned long long[17] spaces
    cdef readonly int supply, squares, cards, open_cards, metropolitain, chartier
    cdef readonly int[2] reserve, tokens, placed
    cdef readonly int[16] stack
    cdef readonly int[12] card_owner
    cdef readonly int painter, dancer, lamp, large_lamp, statue, facing, annexed
    cdef void start(self, int first) noexcept nogil
    cdef void copy(self, LumiereState o) noexcept nogil
