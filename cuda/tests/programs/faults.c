// What a kernel, or a program, does wrong: a code, and no hang. The argument says what.
#include "api.h"
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void *module, *kernel, *context;

static void *launches(void *unused) {
    uint64_t p; OK(cuCtxSetCurrent(context)); OK(cuMemAlloc_v2(&p, 4)); void *args[] = {&p};
    for (int i = 0; i < 20; i++) OK(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, args, 0));
    OK(cuCtxSynchronize()); return unused;
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : ""; uint64_t p = 0x20000000;
    int deaf = !strcmp(what, "deaf"), spins = deaf || !strcmp(what, "spin");
    OK(cuInit(0)); OK(cuDevicePrimaryCtxRetain(&context, 0)); OK(cuCtxSetCurrent(context)); OK(cuModuleLoadData(&module, PTX));
    OK(cuModuleGetFunction(&kernel, module, !strcmp(what, "trap") ? "traps" : spins ? "spins" : "wild"));
    void *args[] = {&p};
    if (!strcmp(what, "threads")) {
        pthread_t all[4];
        for (int i = 0; i < 4; i++) pthread_create(&all[i], 0, launches, 0);
        for (int i = 0; i < 4; i++) pthread_join(all[i], 0);
    } else if (!strcmp(what, "fork")) {
        pid_t child = fork();
        if (!child) _exit(cuMemAlloc_v2(&p, 4));
        int status; waitpid(child, &status, 0); GIVES(3, WEXITSTATUS(status)); OK(cuMemAlloc_v2(&p, 4));
    } else {
        if (!strcmp(what, "odd")) { OK(cuMemAlloc_v2(&p, 8)); p += 2; }
        // whoever sends a signal waits for this line; by default a program dies of it
        if (deaf) signal(SIGINT, SIG_IGN);
        if (spins) puts("launching"), fflush(stdout);
        int code = !strcmp(what, "trap") || spins ? 719 : !strcmp(what, "odd") ? 716 : 700;
        OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, args, 0)); GIVES(code, cuCtxSynchronize());
        GIVES(code, cuMemAlloc_v2(&p, 4)); GIVES(code, cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
    }
    puts("passed");
}
