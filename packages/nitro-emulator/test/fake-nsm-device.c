/**
 * LD_PRELOAD for nsm-bridge in tests: /dev/nsm that answers GetRandom with 0x5a and echoes everything else;
 * what the kernel would get as entropy goes to the file that FAKE_ENTROPY names. FAKE_NSM=broken: every
 * request fails; =mute: no randomness.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/random.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct nsm_message {
    struct iovec request, response;
};
static int device = -1, generator = -1;

int open(const char *path, int flags, ...) {
    if (strcmp(path, "/dev/nsm") == 0) return device = memfd_create("nsm", 0);
    if (strcmp(path, "/dev/random") == 0) return generator = open(getenv("FAKE_ENTROPY"), O_WRONLY | O_CREAT | O_TRUNC);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

int ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (fd == generator && request == RNDADDENTROPY) {
        struct rand_pool_info *pool = argument;
        if (pool->entropy_count != pool->buf_size * 8) return -1;
        return write(fd, pool->buf, (size_t)pool->buf_size) < 0 ? -1 : 0;
    }
    if (fd != device || request != 0xc0200a00ul) {
        errno = ENOTTY;
        return -1;
    }
    const char *mood = getenv("FAKE_NSM");
    struct nsm_message *message = argument;
    if (mood != NULL && strcmp(mood, "broken") == 0) return -1;
    unsigned char *out = message->response.iov_base;
    static const char random[] = "\xa1\x69GetRandom\xa1\x66random\x59\x01\x00";
    if (message->request.iov_len == 10 && memcmp(message->request.iov_base, "\x69GetRandom", 10) == 0) {
        if (mood != NULL && strcmp(mood, "mute") == 0) {
            message->response.iov_len = 0;
            return 0;
        }
        memcpy(out, random, sizeof random - 1);
        memset(out + sizeof random - 1, 0x5a, 256);
        message->response.iov_len = sizeof random - 1 + 256;
        return 0;
    }
    memcpy(out, message->request.iov_base, message->request.iov_len);
    out[0] ^= 0xff;
    message->response.iov_len = message->request.iov_len;
    return 0;
}
