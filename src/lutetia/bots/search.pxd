from lutetia.bots.guide cimport Guide
from lutetia.core.kernel cimport Kernel
from lutetia.core.random cimport Rng

cdef class Search:
    cdef Kernel state
    cdef Guide guide
    cdef int step_count, players, nodes, capacity
    cdef bint is_open
    cdef readonly double exploration, rave, widening, power, win_share, scale
    cdef readonly int tournament, horizon
    # by step: the legal steps; the child of the current node, valid if its stamp is `now`
    cdef int* legal
    cdef int* child_of
    cdef int* stamp
    cdef int now
    # by node: its step, how often it was taken and was legal, the first child, the next sibling
    cdef int* step
    cdef int* visits
    cdef int* available
    cdef int* first
    cdef int* next
    # by home node: visits, and the sums of each seat's rewards and of the lead in points
    cdef int* home
    cdef int* total
    cdef double* value
    cdef double* lead
    # hash table: home nodes by position
    cdef unsigned long long* key
    cdef int* slots
    cdef int mask
    # by node, for RAVE: how often its step came later in a simulation, and the sum of rewards
    cdef int* rave_visits
    cdef double* rave_value
    # the current simulation: nodes, steps, who took them; by seat and step, the simulation that last had it
    cdef int* path
    cdef int* taken
    cdef int* taker
    cdef int* seen
    cdef int simulation
    cdef double[4] reward, margin
    # all simulations: how many there were, and each seat's wins and leads
    cdef int done
    cdef double[4] wins, margins
    cdef void simulate(self, Kernel root, int seat, Rng rng) noexcept nogil
    cdef void apply_step(self, int at, int step) noexcept nogil
    cdef void merge_position(self, int node) noexcept nogil
    cdef void update_rave(self, int depth, int length) noexcept nogil
    cdef int choose(self, int node, int n, Rng rng) noexcept nogil
    cdef double ucb(self, int child) noexcept nogil
    cdef int add(self, int parent, int step) noexcept nogil
    cdef int rollout_step(self, int n, Rng rng) noexcept nogil
    cdef void score_simulation(self) noexcept nogil
