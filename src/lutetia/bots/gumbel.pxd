from lutetia.bots.tree_nodes cimport Nodes
from lutetia.core.random cimport Rng

cdef class GumbelRoot(Nodes):
    cdef Rng rng
    # simulations so far; steps that the plan considers (0: there is no plan), in so many simulations
    cdef readonly int done, considered
    cdef int planned
    # by edge of the root: its logit and its noise
    cdef int* logit
    cdef int* noise
    # by simulation: the visits that a step must have to be tried next
    cdef int* plan
    cdef void draw_noise(self) noexcept nogil
    cdef int most_taken(self) noexcept nogil
    cdef void make_plan(self) noexcept nogil
    cdef double completed(self) noexcept nogil
    cdef double improved(self, int edge, double mixed, int most) noexcept nogil
    cdef int choose_at_root(self) noexcept nogil
    cdef int best(self) noexcept nogil
    cdef void improve(self, int* out) noexcept nogil
