from lutetia.core.kernel cimport Kernel
from lutetia.envs.observer cimport Observer

cdef class PythonObserver(Observer):
    cdef object row
