/* The inner loops of a network: in plain C, and for the vectors of several machines. All give the same bits. */
#ifndef LUTETIA_INFERENCE_LOOPS_H
#define LUTETIA_INFERENCE_LOOPS_H

#include <stdint.h>
#include <string.h>

#define BLOCK 16
#define LIMIT 32767 /* of an activation, on both sides */

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

enum { PLAIN, NARROW_VECTORS, AVX2, AVX512, PATHS };

typedef struct {
  int taps, pairs, block; /* block: weights of one block of outputs */
  int offset[9];          /* of each tap from the first one, in activations */
  int16_t *weights;       /* [blocks][taps][pairs][16 outputs][2 inputs] */
  int32_t *bias, *factor; /* [blocks * 16] */
} Multiply;

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

static INLINE int32_t inference_pair(const int16_t *at) {
  int32_t pair;
  memcpy(&pair, at, sizeof pair);
  return pair;
}

/* Vectors of 128 bits, where every machine for which this is compiled has them. */
#if defined(__SSE2__)
#include <emmintrin.h>
#define VECTOR __m128i
#define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
#define STORE(at, v) _mm_storeu_si128((__m128i *)(at), v)
#define SPREAD(at) _mm_set1_epi32(inference_pair(at))
#define DOT(s, x, w) _mm_add_epi32(s, _mm_madd_epi16(x, w))
#elif defined(__aarch64__) && defined(__GNUC__)
#include <arm_neon.h>
#define VECTOR int32x4_t
#define LOAD(at) vreinterpretq_s32_u8(vld1q_u8((const uint8_t *)(at)))
#define STORE(at, v) vst1q_s32(at, v)
#define SPREAD(at) vdupq_n_s32(inference_pair(at))
#define DOT(s, x, w) neon_dot(s, vreinterpretq_s16_s32(x), vreinterpretq_s16_s32(w))
static INLINE int32x4_t neon_dot(int32x4_t s, int16x8_t x, int16x8_t w) {
  return vaddq_s32(s, vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(w)), vmull_high_s16(x, w)));
}
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define VECTOR v128_t
#define LOAD(at) wasm_v128_load(at)
#define STORE(at, v) wasm_v128_store(at, v)
#define SPREAD(at) wasm_i32x4_splat(inference_pair(at))
#define DOT(s, x, w) wasm_i32x4_add(s, wasm_i32x4_dot_i16x8(x, w))
#endif
#ifdef VECTOR
#define INFERENCE_NARROW
#define NAME(f) narrow_##f
#define TARGET
#define LANES 4
#define POSITIONS 2
#define VECTORS 4
#include "inference_vector.h"
#endif

/* Wider ones, if the machine turns out to have them. */
#if defined(__x86_64__) && defined(__GNUC__)
#define INFERENCE_X86
#include <immintrin.h>

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
#ifdef INFERENCE_NARROW
  if (path == NARROW_VECTORS) return 1;
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
#ifdef INFERENCE_NARROW
  if (path == NARROW_VECTORS) return (Loops){narrow_sum, plain_scale, plain_store, plain_gather};
#endif
  (void)path;
  return (Loops){plain_sum, plain_scale, plain_store, plain_gather};
}

#endif
