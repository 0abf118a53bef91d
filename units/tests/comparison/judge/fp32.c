/* A golden model of fp32 whose arithmetic is Berkeley SoftFloat 3: what PTX says beyond IEEE 754 is
 * here, as in ptx.rs. The folders of SoftFloat's sources are the compiler's (-I). */
#include "heddle_model.h"
#include <stdlib.h>

/* the arithmetic of one width, as one text */
#define SOFTFLOAT_ROUND_ODD
#define INLINE_LEVEL 5
#define SOFTFLOAT_FAST_DIV64TO32
#define SOFTFLOAT_FAST_INT64
#define THREAD_LOCAL _Thread_local
#include "platform.h"
#include "softfloat_state.c"
#include "softfloat_raiseFlags.c"
#include "s_countLeadingZeros8.c"
#include "s_propagateNaNF32UI.c"
#include "s_normSubnormalF32Sig.c"
#include "s_roundPackToF32.c"
#include "s_normRoundPackToF32.c"
#include "s_roundToI64.c"
#include "s_addMagsF32.c"
#include "s_subMagsF32.c"
#include "s_mulAddF32.c"
#include "f32_add.c"
#include "f32_sub.c"
#include "f32_mul.c"
#include "f32_mulAdd.c"
#include "f32_eq.c"
#include "f32_lt_quiet.c"
#include "f32_to_i64.c"
#include "i32_to_f32.c"
#include "ui32_to_f32.c"

#define FLUSH 1
#define SATURATE 2
#define NOT_A_NUMBER 0x7fffffffu
#define SIGN 0x80000000u
#define ONE 0x3f800000u
#define TWO_TO_THE_32 0x4f800000u

/* The operations, in the order of their codes from 0x20 on. */
enum { ADD = 0x20, SUB, MUL, FMA, MIN, MAX, ABS, NEG, OF_S, OF_U, S_NEAREST, U_NEAREST, S_ZERO, U_ZERO,
       EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NOT_NUM };

/* An operation on its way, whose result is known as it enters. */
struct stage { uint32_t result; uint8_t valid, setp, flag; };

struct fp32 {
    unsigned latency, last;
    struct stage stages[32];
};

static float32_t number(uint32_t word) { float32_t it = {word}; return it; }
static int less(uint32_t a, uint32_t b) { return f32_lt_quiet(number(a), number(b)); }
static int equal(uint32_t a, uint32_t b) { return f32_eq(number(a), number(b)); }
static int nan_(uint32_t a) { return !equal(a, a); }
static uint32_t flushed(unsigned mode, uint32_t word) {
    return mode & FLUSH && !(word & 0x7f800000u) ? word & SIGN : word;
}

static int holds(unsigned op, uint32_t a, uint32_t b) {
    int l = less(a, b), e = equal(a, b), g = less(b, a), unordered = nan_(a) || nan_(b);
    switch (op) {
    case EQ: case EQU: return e || (op == EQU && unordered);
    case NE: case NEU: return l || g || (op == NEU && unordered);
    case LT: case LTU: return l || (op == LTU && unordered);
    case LE: case LEU: return l || e || (op == LEU && unordered);
    case GT: case GTU: return g || (op == GTU && unordered);
    case GE: case GEU: return g || e || (op == GEU && unordered);
    case NUM: return !unordered;
    default: return unordered;
    }
}

static uint32_t integer(unsigned op, uint32_t a) {
    int is_signed = op == S_NEAREST || op == S_ZERO;
    int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX, value;
    if (nan_(a)) return 0;
    if (!less(a, TWO_TO_THE_32)) return most;
    if (!less(TWO_TO_THE_32 | SIGN, a)) return least;
    value = f32_to_i64(number(a), op >= S_ZERO ? softfloat_round_minMag : softfloat_round_near_even, 0);
    return value < least ? least : value > most ? most : value;
}

static uint32_t extreme(unsigned op, uint32_t a, uint32_t b) {
    if (nan_(a)) return nan_(b) ? NOT_A_NUMBER : b;
    if (nan_(b)) return a;
    /* zeros of two signs are the only numbers that are equal and not the same */
    if (equal(a, b)) return op == MIN ? a | b : a & b;
    return less(a, b) == (op == MIN) ? a : b;
}

static uint32_t word(unsigned op, unsigned mode, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t x = flushed(mode, a), y = flushed(mode, b), z = flushed(mode, c), result;
    /* of each thread, and another model of this thread may have set it */
    softfloat_roundingMode = softfloat_round_near_even;
    softfloat_exceptionFlags = 0;
    switch (op) {
    case ADD: result = f32_add(number(x), number(y)).v; break;
    case SUB: result = f32_sub(number(x), number(y)).v; break;
    case MUL: result = f32_mul(number(x), number(y)).v; break;
    case FMA: result = f32_mulAdd(number(x), number(y), number(z)).v; break;
    case MIN: case MAX: result = extreme(op, x, y); break;
    /* the sign alone: not even a NaN's payload changes */
    case ABS: return x & ~SIGN;
    case NEG: return x ^ SIGN;
    case OF_S: result = i32_to_f32((int32_t)a).v; break;
    case OF_U: result = ui32_to_f32(a).v; break;
    default: return integer(op, x);
    }
    result = flushed(mode, nan_(result) ? NOT_A_NUMBER : result);
    if (mode & SATURATE && !less(0, result)) return 0;
    return mode & SATURATE && less(ONE, result) ? ONE : result;
}

unsigned heddle_model_version(void) { return HEDDLE_MODEL_VERSION; }

const char *heddle_model_ports(void) {
    return "reset:1 valid:1 op:6 mode:2 a:32 b:32 c:32 > done:1 setp:1 result:32 flag:1";
}

/* The latency is the preset's name. */
void *heddle_model_new(const char *preset) {
    struct fp32 *q = calloc(1, sizeof *q);
    if (q) q->latency = atoi(preset) > 0 ? atoi(preset) : 6;
    return q;
}

void heddle_model_free(void *model) { free(model); }

void heddle_model_reset(void *model) {
    struct fp32 *q = model;
    for (unsigned n = 0; n < q->latency; n++) q->stages[n].valid = 0;
}

void heddle_model_comb(const void *model, const uint64_t *in, uint64_t *out, uint8_t *care) {
    const struct fp32 *q = model;
    const struct stage *last = &q->stages[q->last];
    out[0] = last->valid;
    out[1] = last->setp;
    out[2] = last->result;
    out[3] = last->flag;
    care[1] = last->valid;
    care[2] = last->valid && !last->setp;
    care[3] = last->valid && last->setp;
}

void heddle_model_clock(void *model, const uint64_t *in) {
    struct fp32 *q = model;
    struct stage *next = &q->stages[q->last];
    next->valid = in[1];
    if (in[1]) {
        next->setp = in[2] >= EQ;
        if (next->setp) next->flag = holds(in[2], flushed(in[3], in[4]), flushed(in[3], in[5]));
        else next->result = word(in[2], in[3], in[4], in[5], in[6]);
    }
    q->last = q->last + 1 == q->latency ? 0 : q->last + 1;
}

int heddle_model_legal(const void *model, const uint64_t *in, char *why, size_t room) {
    unsigned op = in[2], modes = op <= FMA || op == OF_S || op == OF_U ? FLUSH | SATURATE : op >= MIN ? FLUSH : 0;
    return !(in[0] && in[1]) && (!in[1] || (op >= ADD && op <= NOT_NUM && !(in[3] & ~modes)));
}
