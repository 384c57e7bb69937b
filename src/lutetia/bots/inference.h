/* Run a small integer network: plain C, no Python, no allocation while it runs.
 *
 * Activations are 16-bit, weights 8-bit (kept as 16-bit), sums 32-bit integers. The caller has proved that no sum can
 * overflow (weights_file.py), so the order of additions does not matter: every path below gives the same bits.
 *
 * Buffers are boards, [height + 2][width + 2][stride] with a border of zeros, or vectors, [stride]. `stride` is the
 * number of channels rounded up to whole blocks of 16; what lies beyond the channels is 0.
 */
#ifndef LUTETIA_INFERENCE_H
#define LUTETIA_INFERENCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 16
#define LIMIT 32767 /* of an activation, on both sides */
#define INFERENCE_BUFFERS 64
#define INFERENCE_OPS 128

#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 16")
#else
#define UNROLL
#endif
#if defined(__GNUC__)
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE inline
#endif

enum { MULTIPLY, POOL };
enum { PLAIN, AVX2, AVX512, PATHS };

typedef struct {
  int board, channels, stride;
  int16_t *data;
} Buffer;

typedef struct {
  int taps, pairs, block; /* block: weights of one block of outputs */
  int offset[9];          /* of each tap from the first one, in activations */
  int16_t *weights;       /* [blocks][taps][pairs][16 outputs][2 inputs] */
  int32_t *bias, *factor; /* [blocks * 16] */
} Multiply;

typedef struct {
  int kind, from, to, channels;
  int add, residual, output; /* -1: none */
  int relu, shift, with_maximum;
  Multiply m;
} Op;

typedef struct {
  int height, width, path, buffers, ops, failed;
  int inputs, outputs;
  int *input_offset, *input_factor; /* by channel: planes, then globals */
  int32_t *sums;
  int room;
  Buffer buffer[INFERENCE_BUFFERS];
  Op op[INFERENCE_OPS];
  void *owned[INFERENCE_BUFFERS + 3 * INFERENCE_OPS + 4];
  int owned_count;
} Inference;

/* ---- building ------------------------------------------------------------------------------------------------- */

/* Zeroed memory that begins at a cache line and lives as long as the network. */
static inline void *inference_take(Inference *n, size_t size) {
  char *raw = (char *)calloc(size + 64, 1);
  if (!raw) {
    n->failed = 1;
    return NULL;
  }
  n->owned[n->owned_count++] = raw;
  return raw + (64 - (uintptr_t)raw % 64) % 64;
}

static inline void inference_free(Inference *n) {
  if (!n) return;
  for (int i = 0; i < n->owned_count; i++) free(n->owned[i]);
  free(n);
}

static inline int inference_stride(int channels) { return (channels + BLOCK - 1) / BLOCK * BLOCK; }

/* Add a buffer; its number. */
static inline int inference_buffer(Inference *n, int board, int channels) {
  Buffer *b = &n->buffer[n->buffers];
  size_t positions = board ? (size_t)(n->height + 2) * (n->width + 2) : 1;
  b->board = board;
  b->channels = channels;
  b->stride = inference_stride(channels);
  b->data = (int16_t *)inference_take(n, positions * b->stride * sizeof(int16_t));
  return n->buffers++;
}

/* A network without ops. Buffer 0 holds the planes, buffer 1 the globals. NULL: no memory. */
static inline Inference *inference_new(int height, int width, int planes, int globals, int outputs) {
  Inference *n = (Inference *)calloc(1, sizeof(Inference));
  if (!n) return NULL;
  n->height = height;
  n->width = width;
  n->inputs = planes * height * width + globals;
  n->outputs = outputs;
  inference_buffer(n, 1, planes);
  inference_buffer(n, 0, globals);
  n->input_offset = (int *)inference_take(n, (planes + globals + 1) * sizeof(int));
  n->input_factor = (int *)inference_take(n, (planes + globals + 1) * sizeof(int));
  if (n->failed) {
    inference_free(n);
    return NULL;
  }
  return n;
}

static inline Op *inference_op(Inference *n, int kind, int from, int to) {
  Op *op = &n->op[n->ops++];
  op->kind = kind;
  op->from = from;
  op->to = to;
  op->add = op->residual = op->output = -1;
  return op;
}

/* Weights are 8-bit integers, [channels][size * size][inputs]; bias and factor 32-bit. `to` or `output` is -1. */
static inline void inference_multiply(Inference *n, int from, int to, int output, int size, int channels, int add,
                               int shift, int residual, int relu, const unsigned char *weights, const unsigned char *bias,
                               const unsigned char *factor) {
  Op *op = inference_op(n, MULTIPLY, from, to);
  Multiply *m = &op->m;
  const Buffer *b = &n->buffer[from];
  int inputs = b->channels, room = inference_stride(channels), border = n->width + 2;
  op->channels = channels;
  op->add = add;
  op->shift = shift;
  op->residual = residual;
  op->relu = relu;
  op->output = output;
  m->taps = size * size;
  m->pairs = (inputs + 1) / 2;
  m->block = m->taps * m->pairs * 2 * BLOCK;
  for (int t = 0; t < m->taps; t++)
    m->offset[t] = !b->board ? 0 : size == 1 ? (border + 1) * b->stride : (t / 3 * border + t % 3) * b->stride;
  m->weights = (int16_t *)inference_take(n, (size_t)(room / BLOCK) * m->block * sizeof(int16_t));
  m->bias = (int32_t *)inference_take(n, room * sizeof(int32_t));
  m->factor = (int32_t *)inference_take(n, room * sizeof(int32_t));
  if (room * (b->board ? n->width * n->height : 1) > n->room) n->room = room * (b->board ? n->width * n->height : 1);
  if (n->failed) return;
  memcpy(m->bias, bias, channels * sizeof(int32_t));
  memcpy(m->factor, factor, channels * sizeof(int32_t));
  for (int c = 0; c < channels; c++)
    for (int t = 0; t < m->taps; t++)
      for (int i = 0; i < inputs; i++)
        m->weights[(c / BLOCK) * m->block + ((t * m->pairs + i / 2) * BLOCK + c % BLOCK) * 2 + i % 2] = (signed char)*weights++;
}

/* The mean of each channel, then its maximum if wanted. */
static inline void inference_pool(Inference *n, int from, int to, int with_maximum) {
  inference_op(n, POOL, from, to)->with_maximum = with_maximum;
}

/* ---- sums and scales, in plain C and for each kind of vector --------------------------------------------------- */

/* (s * factor + 2^31) >> 32: multiplication by a fraction of less than a half, rounded. */
static INLINE int32_t inference_scaled(int32_t s, int32_t factor) {
  return (int32_t)(((int64_t)s * factor + ((int64_t)1 << 31)) >> 32);
}

/* One row of neighbouring positions: bias + weights * activations, for all outputs. */
static inline void plain_sum(const Multiply *m, const int16_t *x, int stride, int positions, int32_t *sums, int room) {
  for (int p = 0; p < positions; p++)
    for (int c = 0; c < room; c += BLOCK) {
      const int16_t *w = m->weights + (c / BLOCK) * m->block;
      int32_t s[BLOCK];
      memcpy(s, m->bias + c, sizeof s);
      for (int t = 0; t < m->taps; t++) {
        const int16_t *at = x + p * stride + m->offset[t];
        for (int i = 0; i < m->pairs; i++, at += 2, w += 2 * BLOCK)
          for (int k = 0; k < BLOCK; k++) s[k] += at[0] * w[2 * k] + at[1] * w[2 * k + 1];
      }
      memcpy(sums + p * room + c, s, sizeof s);
    }
}

static inline void plain_scale(const Multiply *m, int32_t *sums, int positions, int room) {
  for (int p = 0; p < positions; p++)
    for (int c = 0; c < room; c++) sums[p * room + c] = inference_scaled(sums[p * room + c], m->factor[c]);
}

/* One row of neighbouring positions as activations: scale, add what is to be added, keep within the limits. */
static inline void plain_store(const Multiply *m, const int32_t *sums, int positions, int room, int relu,
                               const int16_t *add, const int16_t *residual, int16_t *to) {
  const int low = relu ? 0 : -LIMIT;
  for (int p = 0; p < positions; p++)
    for (int c = 0; c < room; c++) {
      int32_t v = inference_scaled(sums[p * room + c], m->factor[c]) + (add ? add[c] : 0);
      if (residual) v += residual[p * room + c];
      to[p * room + c] = (int16_t)(v < low ? low : v > LIMIT ? LIMIT : v);
    }
}

/* The sum and the maximum of each channel of a block over the board. */
static INLINE void gather(const int16_t *x, int stride, int height, int width, int32_t *sum, int16_t *most) {
  for (int k = 0; k < BLOCK; k++) {
    sum[k] = 0;
    most[k] = -LIMIT;
  }
  for (int y = 0; y < height; y++, x += 2 * stride)
    for (int i = 0; i < width; i++, x += stride)
      for (int k = 0; k < BLOCK; k++) {
        sum[k] += x[k];
        most[k] = x[k] > most[k] ? x[k] : most[k];
      }
}

static inline void plain_gather(const int16_t *x, int stride, int height, int width, int32_t *sum, int16_t *most) {
  gather(x, stride, height, width, sum, most);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define INFERENCE_X86
#include <immintrin.h>

static INLINE int32_t inference_pair(const int16_t *at) {
  int32_t pair;
  memcpy(&pair, at, sizeof pair);
  return pair;
}

#define NAME(f) avx2_##f
#define TARGET __attribute__((target("avx2")))
#define VECTOR __m256i
#define LANES 8
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(at, v) _mm256_storeu_si256((__m256i *)(at), v)
#define SPREAD(at) _mm256_set1_epi32(inference_pair(at))
#define DOT(s, x, w) _mm256_add_epi32(s, _mm256_madd_epi16(x, w))
#define SCALE(s, f) avx2_scaled(s, f)
#define FILL(n) _mm256_set1_epi32(n)
#define PLUS(a, b) _mm256_add_epi32(a, b)
#define MOST(a, b) _mm256_max_epi32(a, b)
#define LEAST(a, b) _mm256_min_epi32(a, b)
#define WIDEN(at) _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(at)))
#define NARROW(at, v) \
  _mm_storeu_si128((__m128i *)(at), _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)))
#define POSITIONS 4
#define VECTORS 2
TARGET static INLINE __m256i avx2_scaled(__m256i s, __m256i f) {
  const __m256i half = _mm256_set1_epi64x((int64_t)1 << 31);
  __m256i even = _mm256_add_epi64(_mm256_mul_epi32(s, f), half);
  __m256i odd = _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64(s, 32), _mm256_srli_epi64(f, 32)), half);
  return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
}
#include "inference_vector.h"

#define NAME(f) avx512_##f
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vnni")))
#define VECTOR __m512i
#define LANES 16
#define LOAD(at) _mm512_loadu_si512((const void *)(at))
#define STORE(at, v) _mm512_storeu_si512((void *)(at), v)
#define SPREAD(at) _mm512_set1_epi32(inference_pair(at))
#define DOT(s, x, w) _mm512_dpwssd_epi32(s, x, w)
#define SCALE(s, f) avx512_scaled(s, f)
#define FILL(n) _mm512_set1_epi32(n)
#define PLUS(a, b) _mm512_add_epi32(a, b)
#define MOST(a, b) _mm512_max_epi32(a, b)
#define LEAST(a, b) _mm512_min_epi32(a, b)
#define WIDEN(at) _mm512_cvtepi16_epi32(_mm256_loadu_si256((const __m256i *)(at)))
#define NARROW(at, v) _mm256_storeu_si256((__m256i *)(at), _mm512_cvtepi32_epi16(v))
#define POSITIONS 8
#define VECTORS 2
TARGET static INLINE __m512i avx512_scaled(__m512i s, __m512i f) {
  const __m512i half = _mm512_set1_epi64((int64_t)1 << 31);
  __m512i even = _mm512_add_epi64(_mm512_mul_epi32(s, f), half);
  __m512i odd = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64(s, 32), _mm512_srli_epi64(f, 32)), half);
  return _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(even, 32), odd);
}
#include "inference_vector.h"
#endif

/* Whether this machine can take a path. */
static inline int inference_can(int path) {
#ifdef INFERENCE_X86
  __builtin_cpu_init();
  if (path == AVX2) return __builtin_cpu_supports("avx2") != 0;
  if (path == AVX512) return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni");
#endif
  return path == PLAIN;
}

/* The loops of a path. */
typedef struct {
  void (*sum)(const Multiply *, const int16_t *, int, int, int32_t *, int);
  void (*scale)(const Multiply *, int32_t *, int, int);
  void (*store)(const Multiply *, const int32_t *, int, int, int, const int16_t *, const int16_t *, int16_t *);
  void (*gather)(const int16_t *, int, int, int, int32_t *, int16_t *);
} Loops;

static inline Loops inference_loops(int path) {
#ifdef INFERENCE_X86
  if (path == AVX512) return (Loops){avx512_sum, avx512_scale, avx512_store, avx512_gather};
  if (path == AVX2) return (Loops){avx2_sum, avx2_scale, avx2_store, avx2_gather};
#endif
  (void)path;
  return (Loops){plain_sum, plain_scale, plain_store, plain_gather};
}

/* ---- running -------------------------------------------------------------------------------------------------- */

/* Reserve what `inference_run` needs, after the last op. 0: no memory. */
static inline int inference_ready(Inference *n) {
  n->sums = (int32_t *)inference_take(n, (size_t)n->room * sizeof(int32_t));
  n->path = PLAIN;
  for (int path = PLAIN; path < PATHS; path++)
    if (inference_can(path)) n->path = path;
  return !n->failed;
}

static inline void inference_input(Inference *n, const unsigned char *row) {
  Buffer *planes = &n->buffer[0], *globals = &n->buffer[1];
  for (int c = 0; c < planes->channels; c++) {
    int factor = n->input_factor[c], offset = n->input_offset[c];
    for (int y = 1; y <= n->height; y++) {
      int16_t *x = planes->data + (y * (n->width + 2) + 1) * planes->stride + c;
      for (int i = 0; i < n->width; i++, x += planes->stride) *x = (int16_t)((*row++ - offset) * factor);
    }
  }
  for (int c = 0; c < globals->channels; c++)
    globals->data[c] =
        (int16_t)((*row++ - n->input_offset[planes->channels + c]) * n->input_factor[planes->channels + c]);
}

static inline void inference_multiplied(Inference *n, const Loops *loops, const Op *op, int32_t *out) {
  const Buffer *from = &n->buffer[op->from];
  int height = from->board ? n->height : 1, width = from->board ? n->width : 1, positions = height * width;
  int room = inference_stride(op->channels), border = n->width + 2;
  const int16_t *add = op->add < 0 ? NULL : n->buffer[op->add].data;
  for (int y = 0; y < height; y++) {
    const int16_t *x = from->data + (size_t)y * border * from->stride;
    if (op->output >= 0) {
      loops->sum(&op->m, x, from->stride, width, n->sums + (size_t)y * width * room, room);
      continue;
    }
    size_t at = from->board ? (size_t)((y + 1) * border + 1) * room : 0;
    const int16_t *residual = op->residual < 0 ? NULL : n->buffer[op->residual].data + at;
    loops->sum(&op->m, x, from->stride, width, n->sums, room);
    loops->store(&op->m, n->sums, width, room, op->relu, add, residual, n->buffer[op->to].data + at);
  }
  if (op->output < 0) return;
  loops->scale(&op->m, n->sums, positions, room);
  for (int c = 0; c < op->channels; c++) {
    int32_t more = add ? add[c] : 0, *to = out + op->output + c * positions;
    for (int p = 0; p < positions; p++) to[p] = (n->sums[p * room + c] + more) * (1 << op->shift);
  }
}

static inline void inference_pooled(Inference *n, const Loops *loops, const Op *op) {
  const Buffer *from = &n->buffer[op->from];
  int16_t *mean = n->buffer[op->to].data, *most = mean + from->channels;
  int positions = n->height * n->width;
  int32_t factor = (int32_t)((((int64_t)1 << 32) + positions / 2) / positions);
  for (int b = 0; b < from->stride; b += BLOCK) {
    int32_t sum[BLOCK];
    int16_t high[BLOCK];
    loops->gather(from->data + (n->width + 3) * from->stride + b, from->stride, n->height, n->width, sum, high);
    for (int k = 0; k < BLOCK && b + k < from->channels; k++) {
      mean[b + k] = (int16_t)inference_scaled(sum[k], factor);
      if (op->with_maximum) most[b + k] = high[k];
    }
  }
}

/* `row`: the inputs as bytes, planes first; `out`: room for all outputs. What no op writes is 0. */
static inline void inference_run(Inference *n, const unsigned char *row, int32_t *out) {
  const Loops loops = inference_loops(n->path);
  memset(out, 0, n->outputs * sizeof(int32_t));
  inference_input(n, row);
  for (int i = 0; i < n->ops; i++) {
    const Op *op = &n->op[i];
    if (op->kind == MULTIPLY)
      inference_multiplied(n, &loops, op, out);
    else
      inference_pooled(n, &loops, op);
  }
}

#endif
