/* Vectors of the lanes, and the steps on them that each kind of machine has in its own way. */

typedef uint16_t v16 __attribute__((vector_size(32)));
typedef int16_t i16 __attribute__((vector_size(32)));  /* counts are small: compared as signed, in one step */
typedef uint32_t v8 __attribute__((vector_size(32)));
typedef uint64_t v4 __attribute__((vector_size(32)));
typedef uint8_t b16 __attribute__((vector_size(16)));
typedef uint8_t b8 __attribute__((vector_size(8)));
typedef int8_t bytes __attribute__((vector_size(32)));   /* bytes: two of each lane */

/* The high halves of products. */
static inline __attribute__((always_inline)) v16 high_product(v16 x, v16 y)
{
#if defined(__AVX2__)
    return (v16)_mm256_mulhi_epu16((__m256i)x, (__m256i)y);
#elif defined(__SSE2__)
    union { v16 whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_mulhi_epu16(p.half[0], q.half[0]);
    p.half[1] = _mm_mulhi_epu16(p.half[1], q.half[1]);
    return p.whole;
#else
    for (int lane = 0; lane < LANES; lane++) x[lane] = (uint16_t)(((uint32_t)x[lane] * y[lane]) >> 16);
    return x;
#endif
}

/* Numbers less than 256 as bytes. */
static inline __attribute__((always_inline)) b16 as_bytes(v16 x)
{
#if defined(__SSE2__)
    const union { v16 whole; __m128i half[2]; } p = {x};
    return (b16)_mm_packus_epi16(p.half[0], p.half[1]);
#else
    return __builtin_convertvector(x, b16);
#endif
}

/* The low byte of each lane less the high byte. */
static inline __attribute__((always_inline)) v16 low_less_high(bytes x)
{
#if defined(__AVX2__)
    return (v16)_mm256_maddubs_epi16((__m256i)x, _mm256_set1_epi16((short)0xFF01));
#else
    return ((v16)x & 0x00FF) - ((v16)x >> 8);
#endif
}

/* x where the mask is set, else y. */
static inline __attribute__((always_inline)) v16 either(v16 mask, v16 x, v16 y)
{
#if defined(__AVX2__)
    return (v16)_mm256_blendv_epi8((__m256i)y, (__m256i)x, (__m256i)mask);
#else
    return (x & mask) | (y & ~mask);
#endif
}

/* The lanes where x > y, as a mask; in halves where the compiler would compare lane by lane. */
static inline __attribute__((always_inline)) v16 greater(v16 x, v16 y)
{
#if defined(__SSE2__) && !defined(__AVX2__)
    union { v16 whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_cmpgt_epi16(p.half[0], q.half[0]);
    p.half[1] = _mm_cmpgt_epi16(p.half[1], q.half[1]);
    return p.whole;
#else
    return (v16)((i16)x > (i16)y);
#endif
}

static inline __attribute__((always_inline)) bytes greater_bytes(bytes x, bytes y)
{
#if defined(__SSE2__) && !defined(__AVX2__)
    union { bytes whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_cmpgt_epi8(p.half[0], q.half[0]);
    p.half[1] = _mm_cmpgt_epi8(p.half[1], q.half[1]);
    return p.whole;
#else
    return (bytes)(x > y);
#endif
}

/* Whether x < y in any lane. */
static inline __attribute__((always_inline)) int any_less(v16 x, v16 y)
{
#if defined(__AVX2__)
    __m256i less = _mm256_subs_epu16((__m256i)y, (__m256i)x);
    return !_mm256_testz_si256(less, less);
#else
#if defined(__SSE2__)
    union { v16 whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_subs_epu16(q.half[0], p.half[0]);
    p.half[1] = _mm_subs_epu16(q.half[1], p.half[1]);
    v4 m = (v4)p.whole;
#else
    v4 m = (v4)(x < y);
#endif
    return (m[0] | m[1] | m[2] | m[3]) != 0;
#endif
}
