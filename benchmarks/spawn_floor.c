/* The floor under every hook: a C program starting another one, as cheaply as the system allows.
 *
 * usage: spawn_floor N PROGRAM [ARGUMENT ...]
 *
 * N times: a 1 KB payload into a stdin pipe, posix_spawn in a session of its own and in another folder, as every hook is
 * started, stdout and stderr read to their end, waitpid.
 * Prints the median in microseconds. Build: cc -O2 -o spawn_floor spawn_floor.c
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PAYLOAD_BYTES = 1024 };

static void fail(const char *what) {
    perror(what);
    exit(70);
}

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void open_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe2");
}

static void read_to_end(int fd) {
    char buffer[65536];
    ssize_t count;
    while ((count = read(fd, buffer, sizeof buffer)) > 0) {
    }
    if (count < 0) fail("read");
    close(fd);
}

static double run_once(char **argv) {
    static char payload[PAYLOAD_BYTES];
    int in[2], out[2], err[2], status;
    pid_t pid;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    double started = now_us();

    open_pipe(in);
    open_pipe(out);
    open_pipe(err);
    if (write(in[1], payload, sizeof payload) != sizeof payload) fail("write");
    close(in[1]);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    posix_spawn_file_actions_addchdir_np(&actions, "/tmp");
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    if (posix_spawn(&pid, argv[0], &actions, &attributes, argv, environ) != 0) fail(argv[0]);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    close(err[1]);
    read_to_end(out[0]);
    read_to_end(err[0]);
    if (waitpid(pid, &status, 0) != pid || status != 0) fail("waitpid");
    return now_us() - started;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    int count = argc > 2 ? atoi(argv[1]) : 0;
    if (count < 1) {
        fprintf(stderr, "usage: spawn_floor N PROGRAM [ARGUMENT ...]\n");
        return 64;
    }
    double *took_us = malloc(count * sizeof *took_us);
    if (!took_us) fail("malloc");
    for (int i = 0; i < count; i++) took_us[i] = run_once(argv + 2);
    qsort(took_us, count, sizeof *took_us, by_size);
    printf("%.1f\n", took_us[count / 2]);
    free(took_us);
    return 0;
}
