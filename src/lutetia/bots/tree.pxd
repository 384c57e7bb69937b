from lutetia.bots.evaluator cimport Evaluator, Features
from lutetia.core.kernel cimport Kernel
from lutetia.core.random cimport Rng

cdef double ratio(long long sum, long long n, long long one) noexcept nogil

cdef class Tree:
    cdef readonly Kernel root, world
    cdef Features features
    cdef Rng rng
    cdef readonly int players, seat, nodes, done, considered
    cdef int step_count, capacity, edges, edge_room, edge_capacity, mask
    cdef readonly bint is_open
    cdef double exploration, reduction
    cdef long long win_share, tail
    cdef int scale, planned, variety
    # the leaf that waits for an evaluation: its legal steps; -1: there is no room for it
    cdef int leaf
    cdef int* legal
    cdef readonly int count
    # by node: who decides, its key, the next node of the same edge, its edges (none: it waits for an evaluation)
    cdef int* mover
    cdef unsigned long long* key
    cdef int* sibling
    cdef int* first
    cdef int* degree
    # by node: visits, and each seat's sum of rewards
    cdef int* visits
    cdef long long* total
    # by edge, best prior first: its step, prior, visits, first child, the deciding seat's sum of rewards
    cdef int* step
    cdef int* prior
    cdef int* taken
    cdef int* child
    cdef long long* gain
    # hash table: nodes by position
    cdef int* slots
    # by edge of the root: its logit and its noise; the deciding seat's sums of chances and margins
    cdef int* logit
    cdef int* noise
    cdef long long* chances
    cdef long long* margins
    # the root: each seat's sums of chances, scores and margins
    cdef long long[12] sums
    # the current simulation: nodes, edges; each seat's reward, chance, score, margin
    cdef int depth
    cdef int* path
    cdef int* edge
    cdef long long[4] reward
    cdef long long[12] value
    # Gumbel: the visits that a step must have to be tried next, by simulation; a buffer for probabilities
    cdef int* plan
    cdef int* shares
    cdef void restart(self, Kernel position, int seat, bint is_open, int considered, int planned) noexcept nogil
    cdef bint select(self) noexcept nogil
    cdef void expand(self, int* logits, int* values) noexcept nogil
    cdef int new_node(self) noexcept nogil
    cdef int follow(self, int edge) noexcept nogil
    cdef int shared(self, int edge) noexcept nogil
    cdef int add_edges(self, int node, int n) noexcept nogil
    cdef bint has_room(self, int n) noexcept nogil
    cdef bint grow(self, int room) noexcept nogil
    cdef void sort(self, int* logits) noexcept nogil
    cdef double mean(self, int edge, int seat) noexcept nogil
    cdef int choose(self, int node) noexcept nogil
    cdef int choose_at_root(self) noexcept nogil
    cdef double completed(self) noexcept nogil
    cdef double improved(self, int edge, double mixed, int most) noexcept nogil
    cdef int most_taken(self) noexcept nogil
    cdef void make_plan(self) noexcept nogil
    cdef void score_end(self) noexcept nogil
    cdef void back_up(self) noexcept nogil
    cdef void improve(self, int* out) noexcept nogil
    cdef int best(self) noexcept nogil
    cdef bint decided(self, int left, long long share) noexcept nogil
