/* A golden model of yours in C or C++: `heddle check --verilog FILE.v --top T --model MODEL.c`.
 *
 * A port has one word of 64 bits, in the order of the block's ports: inputs, of which `reset` is
 * the first, and outputs. In each cycle heddle calls comb, then clock. Memory behind a pointer is
 * heddle's during the call; a string that the model returns stays until the next call. No exception
 * may leave a function.
 */
#ifndef HEDDLE_MODEL_H
#define HEDDLE_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_MODEL_VERSION 1

/* Returns HEDDLE_MODEL_VERSION. */
unsigned heddle_model_version(void);
/* Returns the ports with their widths, as in "reset:1 push_i:1 data_i:32 > full_o:1 data_o:32". */
const char *heddle_model_ports(void);

/* Makes a model of a preset, which is the name of the top module; NULL refuses it. */
void *heddle_model_new(const char *preset);
void heddle_model_free(void *model);
/* Puts the model into the state after reset. heddle calls it after new, and where the block is
 * reset: with an asynchronous reset before comb, and after clock. */
void heddle_model_reset(void *model);
/* Computes the outputs before the clock edge, and leaves the state as it is. care is all ones: 0
 * says that an output is not defined in this cycle. */
void heddle_model_comb(const void *model, const uint64_t *in, uint64_t *out, uint8_t *care);
/* Computes the state after the clock edge. */
void heddle_model_clock(void *model, const uint64_t *in);

/* A model without cycles has these two in place of comb and clock. */

/* Returns the streams, a line each: valid, ready (1 for none; ! for a full or an empty, against
 * which nothing is pushed or popped) and payload, as in
 * "into valid_i ready_o: a_i b_i\nout valid_o ready_i: sum_o". Results of a stream out of the block
 * come in order; or, with tag=id_o at its end, in any order of id_o; or, with after=3, that many
 * cycles after their transactions. One has not come after 1000 cycles in which all results are
 * taken, or after within=5000. */
const char *heddle_model_streams(void);
/* Takes a transaction of a stream, which is the number of its line from 0; in has the payload, and
 * all other inputs of its cycle. Calls give for each result: the stream, and all outputs, of which
 * those of its payload count. */
void heddle_model_take(void *model, unsigned stream, const uint64_t *in,
                       void (*give)(void *to, unsigned stream, const uint64_t *out), void *to);

/* The rest may be left out. */

/* Returns 1 if an input is legal; else 0, with the reason as a string of at most room bytes. */
int heddle_model_legal(const void *model, const uint64_t *in, char *why, size_t room);
/* Shows the state in waveforms: calls signal for each value, always the same names in one order. */
void heddle_model_show(const void *model, void (*signal)(void *to, const char *name, unsigned width, uint64_t value),
                       void *to);
/* Returns 1 if models share variables, so that one thread at a time may run them. */
int heddle_model_threads(void);

#ifdef __cplusplus
}
#endif

#endif
