cdef int UNIT, ONE
cdef long long LN_2
cdef long long COARSE[256]
cdef long long FINE[256]

cdef long long exp_of_minus(long long x) noexcept nogil
cdef long long sigmoid(long long x) noexcept nogil
cdef long long log_of(unsigned long long x) noexcept nogil
cdef void softmax(int* logits, int n, int* out) noexcept nogil
