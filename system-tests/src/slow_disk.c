/* Loaded before libc: a sync adds a byte to the file $SLOW_DISK and takes 0.3 s longer, where that file is there. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void be_slow(void) {
    int count = open(getenv("SLOW_DISK"), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (count < 0 || write(count, ".", 1) != 1) return;
    close(count);
    struct timespec left = {.tv_nsec = 300 * 1000 * 1000};
    /* Signals interrupt it. */
    while (nanosleep(&left, &left) != 0) {}
}

int fsync(int file) {
    be_slow();
    return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    be_slow();
    return syscall(SYS_fdatasync, file);
}
