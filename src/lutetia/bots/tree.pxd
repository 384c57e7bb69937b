from lutetia.bots.evaluator cimport Evaluator, Features
from lutetia.bots.gumbel cimport GumbelRoot
from lutetia.core.kernel cimport Kernel

cdef class Tree(GumbelRoot):
    cdef readonly int seat
    cdef int step_count
    cdef double exploration, reduction
    cdef long long win_share, tail
    cdef int scale, variety
    # the leaf that waits for an evaluation: its legal steps; -1: there is no room for it
    cdef int leaf
    cdef int* legal
    cdef readonly int count
    # by edge of the root: the deciding seat's sums of chances and margins
    cdef long long* chances
    cdef long long* margins
    # the root: each seat's sums of chances, scores and margins
    cdef long long[12] sums
    # the current simulation: nodes, branches; each seat's reward, chance, score, margin
    cdef int depth
    cdef int* path
    cdef int* followed
    cdef long long[4] reward
    cdef long long[12] value
    # a buffer for probabilities
    cdef int* shares
    cdef void restart(self, Kernel position, int seat, bint is_open, int considered, int planned) noexcept nogil
    cdef bint select(self) noexcept nogil
    cdef void wait_at(self, int node) noexcept nogil
    cdef void expand(self, int* logits, int* values) noexcept nogil
    cdef void sort(self, int* logits) noexcept nogil
    cdef int choose(self, int node) noexcept nogil
    cdef int choose_freely(self) noexcept nogil
    cdef int choose_below(self, int node) noexcept nogil
    cdef double untried(self, int node, long long seen) noexcept nogil
    cdef void score_end(self) noexcept nogil
    cdef void back_up(self) noexcept nogil
    cdef bint decided(self, int left, long long share) noexcept nogil
