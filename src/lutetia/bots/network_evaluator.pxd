from lutetia.bots.evaluator cimport Evaluator
from lutetia.bots.network cimport Network

cdef class NetworkEvaluator(Evaluator):
    cdef readonly Network network
    cdef readonly long long asked
    cdef unsigned char* row
    cdef int* out
    cdef int* chance
