/* A queue of four words: what goes in first comes out first. */
#include "heddle_model.h"
#include <stdlib.h>
#include <string.h>

struct queue {
    uint64_t words[4];
    unsigned count;
};

unsigned heddle_model_version(void) { return HEDDLE_MODEL_VERSION; }

const char *heddle_model_ports(void) {
    return "reset:1 push_i:1 data_i:32 pop_i:1 > full_o:1 data_o:32 empty_o:1";
}

void *heddle_model_new(const char *preset) { return calloc(1, sizeof(struct queue)); }

void heddle_model_free(void *model) { free(model); }

void heddle_model_reset(void *model) { memset(model, 0, sizeof(struct queue)); }

void heddle_model_comb(const void *model, const uint64_t *in, uint64_t *out, uint8_t *care) {
    const struct queue *q = model;
    out[0] = q->count == 4;
    out[1] = q->words[0];
    out[2] = q->count == 0;
}

void heddle_model_clock(void *model, const uint64_t *in) {
    struct queue *q = model;
    int full = q->count == 4, empty = q->count == 0;
    if (in[3] && !empty) {
        memmove(q->words, q->words + 1, 3 * sizeof q->words[0]);
        q->count--;
    }
    if (in[1] && !full) q->words[q->count++] = in[2];
}

void heddle_model_show(const void *model, void (*signal)(void *, const char *, unsigned, uint64_t), void *to) {
    signal(to, "count", 3, ((const struct queue *)model)->count);
}
