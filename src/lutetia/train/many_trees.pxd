from lutetia.bots.evaluator cimport Features
from lutetia.bots.tree cimport Tree
from lutetia.core.kernel cimport Kernel, StepList
from lutetia.core.random cimport Rng

cdef class ManyTrees:
    cdef readonly int games, players, seats, width, inputs, target_bytes
    cdef readonly long long evaluations, finished, decisions, moves, dropped
    cdef list trees, positions
    cdef void** tree
    cdef void** position
    cdef Features features
    cdef StepList legal
    cdef Rng rng
    cdef public int simulations, quick, considered
    cdef public double recorded
    # by game: whether its leaf waits, whether this decision is recorded, positions recorded so far
    cdef int* waits
    cdef int* thorough
    cdef int* kept
    cdef int* shares
    # for the network: rows and legal steps of the leaves; its answers
    cdef unsigned char* rows
    cdef short* steps
    cdef int* counts
    cdef int* logits
    cdef int* values
    # positions of games in progress
    cdef int most
    cdef unsigned char* kept_rows
    cdef short* kept_steps
    cdef float* kept_policy
    cdef int* kept_counts
    cdef int* kept_seat
    cdef float* kept_values
    # positions of finished games
    cdef readonly int ready, room
    cdef unsigned char* out_rows
    cdef short* out_steps
    cdef float* out_policy
    cdef int* out_counts
    cdef float* out_seats
    cdef unsigned char* out_targets
    cdef void begin_game(self, int game) noexcept nogil
    cdef void begin_decision(self, int game) noexcept nogil
    cdef void play_forced(self, int game) noexcept nogil
    cdef void decide(self, int game) noexcept nogil
    cdef void record(self, int game) noexcept nogil
    cdef void end_game(self, int game) noexcept nogil
    cdef void offer(self, int game) noexcept nogil
    cdef int planned(self, int game) noexcept nogil
    cdef void write_targets(self, int game, int seat, size_t to) noexcept nogil
