from lutetia.games.paris.rules.chance cimport DealtState

cdef class ParisKernel(DealtState):
    cdef int list_buys(self, int* out, int n) noexcept nogil
    cdef int list_actions(self, int* out, int n) noexcept nogil
    cdef int list_moves(self, int* out, int n) noexcept nogil
    cdef int list_sections(self, int* out, int n) noexcept nogil
    cdef int list_uses(self, int* out, int n) noexcept nogil
    cdef int list_prizes(self, int* out, int n) noexcept nogil
    cdef int list_answers(self, int* out, int question) noexcept nogil
    cdef int affordable(self, int seat) noexcept nogil
    cdef int held(self, int seat, int good) noexcept nogil
    cdef int wild(self, int seat) noexcept nogil
    cdef int lacking(self, int good, int less) noexcept nogil
    cdef int open_sources(self, int good) noexcept nogil
    cdef int next_owed(self) noexcept nogil
    cdef int shut(self, int district) noexcept nogil
    cdef int rivals(self, int district) noexcept nogil
    cdef int takeable(self) noexcept nogil
    cdef int behind(self) noexcept nogil
    cdef int sites(self) noexcept nogil
    cdef bint has_pair(self, int odd) noexcept nogil
    cdef void draw(self, int which) noexcept nogil
    cdef void place(self, int district, int space, int type) noexcept nogil
    cdef void put_key(self, int district) noexcept nogil
    cdef void move(self, int start, int goal) noexcept nogil
    cdef void lift(self, int start) noexcept nogil
    cdef void ask(self, int question) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void arrive(self) noexcept nogil
    cdef void spend(self, int source) noexcept nogil
    cdef void gain(self, int good) noexcept nogil
    cdef void take(self, int tile) noexcept nogil
    cdef int space_of(self, int tile) noexcept nogil
    cdef void earn(self, int source, int points) noexcept nogil
    cdef void use(self, int tile, int taken) noexcept nogil
    cdef void use_end(self, int kind) noexcept nogil
    cdef void pair(self, int good) noexcept nogil
    cdef void fill(self, int source) noexcept nogil
    cdef int count_value(self, int seat, int bit) noexcept nogil
    cdef int count_landmarks(self, int seat) noexcept nogil
    cdef int count_types(self, int seat) noexcept nogil
    cdef void take_end(self, int kind) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef int sale(self, int seat) noexcept nogil
    cdef int end_points(self, int seat) noexcept nogil
    cdef int standing(self, int seat, int district) noexcept nogil
    cdef int award(self, int seat, int district) noexcept nogil
    cdef int worth(self, int seat) noexcept nogil
    cdef long long rank(self, int seat) noexcept nogil
