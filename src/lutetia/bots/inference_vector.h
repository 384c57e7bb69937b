/* The inner loops for one kind of vector. inference_loops.h includes this file once for each kind, after defining
 *   NAME(f), TARGET     the names of the functions, and the compiler's attribute for them
 *   VECTOR, LANES       a vector of LANES 32-bit integers
 *   LOAD, STORE         of a vector, from and to any address
 *   SPREAD(a)           the 32-bit integer at `a` in every lane: two neighbouring activations
 *   DOT(s, x, w)        s + the sums of two products of 16-bit integers, lane by lane
 *   POSITIONS, VECTORS  how many positions and vectors of outputs are worked on together
 *   SCALE(s, f)         (s * f + 2^31) >> 32, lane by lane
 *   PLUS, MOST, LEAST   sum, maximum and minimum, lane by lane; FILL(n): n in every lane
 *   WIDEN, NARROW       load LANES 16-bit integers as a vector; store a vector as such
 * Without SCALE and the rest, only the sums are made with vectors: they take nearly all of the time.
 */

/* The sums of `positions` neighbouring positions and `vectors` vectors of outputs. */
TARGET static INLINE void NAME(sum_tile)(const Multiply *m, const int16_t *x, int stride, const int16_t *w,
                                         const int32_t *bias, int32_t *sums, int room, const int positions,
                                         const int vectors) {
  VECTOR s[POSITIONS][VECTORS];
  UNROLL for (int v = 0; v < vectors; v++) {
    UNROLL for (int p = 0; p < positions; p++) s[p][v] = LOAD(bias + v * LANES);
  }
  for (int t = 0; t < m->taps; t++) {
    const int16_t *at = x + m->offset[t];
    for (int i = 0; i < m->pairs; i++, at += 2, w += 2 * BLOCK) {
      VECTOR weights[VECTORS];
      UNROLL for (int v = 0; v < vectors; v++) {
        const int lane = v * LANES; /* vectors beyond the first block lie in the next one */
        weights[v] = LOAD(w + (lane / BLOCK) * m->block + 2 * (lane % BLOCK));
      }
      UNROLL for (int p = 0; p < positions; p++) {
        VECTOR pair = SPREAD(at + p * stride);
        UNROLL for (int v = 0; v < vectors; v++) s[p][v] = DOT(s[p][v], pair, weights[v]);
      }
    }
  }
  UNROLL for (int p = 0; p < positions; p++) {
    UNROLL for (int v = 0; v < vectors; v++) STORE(sums + p * room + v * LANES, s[p][v]);
  }
}

TARGET static inline void NAME(sum)(const Multiply *m, const int16_t *x, int stride, int positions, int32_t *sums, int room) {
  for (int c = 0; c < room; c += VECTORS * LANES) {
    const int16_t *w = m->weights + (c / BLOCK) * m->block;
    int p = 0, whole = c + VECTORS * LANES <= room;
    if (whole)
      for (; p + POSITIONS <= positions; p += POSITIONS)
        NAME(sum_tile)(m, x + p * stride, stride, w, m->bias + c, sums + p * room + c, room, POSITIONS, VECTORS);
    for (; p < positions; p++) {
      if (whole)
        NAME(sum_tile)(m, x + p * stride, stride, w, m->bias + c, sums + p * room + c, room, 1, VECTORS);
      else /* one block is left: BLOCK / LANES vectors */
        NAME(sum_tile)(m, x + p * stride, stride, w, m->bias + c, sums + p * room + c, room, 1, BLOCK / LANES);
    }
  }
}

#ifdef SCALE
/* Scaled sums as outputs, before the shift. */
TARGET static inline void NAME(scale)(const Multiply *m, int32_t *sums, int positions, int room) {
  for (int p = 0; p < positions; p++, sums += room)
    for (int c = 0; c < room; c += LANES) STORE(sums + c, SCALE(LOAD(sums + c), LOAD(m->factor + c)));
}

/* Scaled sums as activations: see plain_store. */
TARGET static inline void NAME(store)(const Multiply *m, const int32_t *sums, int positions, int room, int relu,
                                      const int16_t *add, const int16_t *residual, int16_t *to) {
  const VECTOR low = FILL(relu ? 0 : -LIMIT), high = FILL(LIMIT);
  for (int c = 0; c < room; c += LANES) {
    const VECTOR factor = LOAD(m->factor + c), more = add ? WIDEN(add + c) : FILL(0);
    for (int p = 0; p < positions; p++) {
      VECTOR v = PLUS(SCALE(LOAD(sums + p * room + c), factor), more);
      if (residual) v = PLUS(v, WIDEN(residual + p * room + c));
      NARROW(to + p * room + c, LEAST(MOST(v, low), high));
    }
  }
}

/* The sum and the maximum of each channel of a block. */
TARGET static inline void NAME(gather)(const int16_t *x, int stride, int height, int width, int32_t *sum,
                                       int16_t *most) {
  gather(x, stride, height, width, sum, most);
}
#endif

#undef NAME
#undef TARGET
#undef VECTOR
#undef LANES
#undef LOAD
#undef STORE
#undef SPREAD
#undef DOT
#undef SCALE
#undef FILL
#undef PLUS
#undef MOST
#undef LEAST
#undef WIDEN
#undef NARROW
#undef POSITIONS
#undef VECTORS
