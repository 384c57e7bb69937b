cdef extern from "lutetia/bots/inference.h" nogil:
    ctypedef struct Inference:
        int path
        int* input_offset
        int* input_factor
    int PATHS
    Inference* inference_new(int height, int width, int planes, int globals, int outputs)
    int inference_buffer(Inference* n, int board, int channels)
    void inference_multiply(
        Inference* n, int source, int target, int output, int size, int channels, int add, int shift, int residual,
        int relu, const unsigned char* weights, const unsigned char* bias, const unsigned char* factor
    )
    void inference_pool(Inference* n, int source, int target, int with_maximum)
    int inference_ready(Inference* n)
    int inference_can(int path)
    void inference_run(Inference* n, const unsigned char* row, int* out)
    void inference_free(Inference* n)

cdef class Network:
    cdef Inference* inference
    cdef object interpreted
    cdef readonly object file
    cdef readonly int inputs, outputs
    cdef void run(self, unsigned char* row, int* out) noexcept nogil
