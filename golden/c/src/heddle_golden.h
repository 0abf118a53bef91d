/* Heddle's golden models: a model of a unit judges hardware, cycle by cycle.
 *
 * A cycle, with everything as it is before the clock edge:
 *
 *     heddle_golden_drive(model, port, value);     each input
 *     heddle_golden_show(model, port, value);      each output of the hardware
 *     if (heddle_golden_step(model) != HEDDLE_LEGAL || heddle_golden_compare(model) >= 0)
 *         puts(heddle_golden_error(model));
 *
 * Ports have the numbers of their places in the contract's lists: port 0 of the inputs is `reset`. An element of an array is a port, `name$0`.
 * Before the first cycle of reset no output is defined, and nothing is compared. A model is used by one thread at a time.
 */
#ifndef HEDDLE_GOLDEN_H
#define HEDDLE_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. */
#define HEDDLE_LEGAL 0     /* done */
#define HEDDLE_ILLEGAL 1   /* the contract forbids the inputs: the state is as before */
#define HEDDLE_VIOLATION 2 /* the golden model's state breaks one of its invariants: a mistake in Heddle */
#define HEDDLE_NO_PORT 3   /* there is no port of this number, or the model is NULL */

/* A golden model of a preset of a unit, with the inputs of the coming cycle and the outputs of the last one. */
typedef struct heddle_golden heddle_golden;

/* Makes a model of `unit`, as "slp", with the parameters of `preset`, as "paper". NULL: heddle_golden_error(NULL) gives the reason. */
heddle_golden *heddle_golden_new(const char *unit, const char *preset);
/* Frees a model, or does nothing with NULL. */
void heddle_golden_free(heddle_golden *model);

/* Number of input and output ports; 0 for NULL. */
int heddle_golden_inputs(const heddle_golden *model);
int heddle_golden_outputs(const heddle_golden *model);
/* Name of a port, which lives as long as the model; NULL if there is no such port. */
const char *heddle_golden_input_name(const heddle_golden *model, int port);
const char *heddle_golden_output_name(const heddle_golden *model, int port);
/* Width of a port in bits, 1 to 64; 0 if there is no such port. */
int heddle_golden_input_width(const heddle_golden *model, int port);
int heddle_golden_output_width(const heddle_golden *model, int port);

/* Sets an input of the coming cycles. Bits beyond its width are ignored. */
int heddle_golden_drive(heddle_golden *model, int port, uint64_t value);
/* Sets what the hardware shows at an output in this cycle. Bits beyond its width are ignored. */
int heddle_golden_show(heddle_golden *model, int port, uint64_t value);
/* Computes the outputs for the inputs, without a clock edge. */
int heddle_golden_eval(heddle_golden *model);
/* Runs a cycle: computes the outputs for the inputs, then the clock edge. */
int heddle_golden_step(heddle_golden *model);
/* Returns the first output of the last cycle that is defined and is not what the hardware shows; -1 if there is none. */
int heddle_golden_compare(heddle_golden *model);

/* Returns an output of the last cycle; 0 if there is no such port. */
uint64_t heddle_golden_value(const heddle_golden *model, int port);
/* Whether an output of the last cycle is defined: a payload is not while its port is not valid. */
int heddle_golden_defined(const heddle_golden *model, int port);
/* Number of cycles that the model has run. */
uint64_t heddle_golden_cycles(const heddle_golden *model);

/* Returns the reason of the last failure or difference of this model, or of heddle_golden_new in this thread for NULL. It lives until the next one. */
const char *heddle_golden_error(const heddle_golden *model);
/* Returns the model's state as text, a line a signal, which lives until it is requested again. */
const char *heddle_golden_state(heddle_golden *model);

#ifdef __cplusplus
}
#endif

#endif
