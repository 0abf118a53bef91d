// What a call must give, and what must hold: a program ends where it is not so.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { unsigned x, y, z; } dim3;

#define GIVES(code, call) \
    do { int got = (call); if (got != (code)) { printf("%s:%d: %s gives %d, not %d\n", __FILE__, __LINE__, #call, got, code); exit(1); } } while (0)
#define OK(call) GIVES(0, call)
#define HOLDS(what) do { if (!(what)) { printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #what); exit(1); } } while (0)
