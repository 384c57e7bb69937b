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
#include <stdlib.h>

#include "inference_loops.h"

#define INFERENCE_BUFFERS 64
#define INFERENCE_OPS 128

enum { MULTIPLY, POOL };

typedef struct {
  int board, channels, stride;
  int16_t *data;
} Buffer;

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
