/* A multiplier: the product of what goes in comes out, whenever that is. */
#include "heddle_model.h"
#include <stdlib.h>

unsigned heddle_model_version(void) { return HEDDLE_MODEL_VERSION; }

const char *heddle_model_ports(void) {
    return "reset:1 valid_i:1 a_i:16 b_i:16 ready_i:1 > ready_o:1 valid_o:1 product_o:32";
}

const char *heddle_model_streams(void) {
    return "into valid_i ready_o: a_i b_i\n"
           "out valid_o ready_i: product_o";
}

void *heddle_model_new(const char *preset) { return malloc(1); }

void heddle_model_free(void *model) { free(model); }

void heddle_model_reset(void *model) {}

void heddle_model_take(void *model, unsigned stream, const uint64_t *in,
                       void (*give)(void *to, unsigned stream, const uint64_t *out), void *to) {
    uint64_t out[3] = {0, 0, in[2] * in[3]};
    give(to, 1, out);
}
