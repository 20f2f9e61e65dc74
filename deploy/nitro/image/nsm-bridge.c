/*
 * Connects a process that cannot issue an ioctl to the Nitro Security Module: nsm-bridge SOCKET UID
 *
 * It listens on a Unix socket that belongs only to UID. A connection has one exchange: the client writes a frame
 * (length, 4 bytes, big-endian; then a request in CBOR exactly as the NSM takes it), and the bridge writes a frame with
 * the NSM's answer as it came. It reads neither of them.
 *
 * Before it listens, it gives the kernel's random generator 256 bytes from the NSM. It ends if that fails: no process
 * here may draw keys from a generator that the host could have set. After opening the device it runs as nobody (uid
 * 65534).
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <linux/random.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

/* From the driver's header linux/nsm.h, which older kernel headers lack. */
struct nsm_message {
    struct iovec request;
    struct iovec response;
};
#define NSM_IOCTL _IOWR(0x0A, 0, struct nsm_message)

enum { max_request = 0x1000, max_response = 0x3000, seed_bytes = 256, nobody = 65534, timeout_seconds = 5 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

/* The length of the answer, or -1. */
static ssize_t ask(int device, uint8_t *request, size_t length, uint8_t *response) {
    struct nsm_message message = {{request, length}, {response, max_response}};
    if (ioctl(device, NSM_IOCTL, &message) != 0) return -1;
    return (ssize_t)message.response.iov_len;
}

/* {"GetRandom": {"random": h'…256 bytes…'}}, up to the bytes. */
static const uint8_t random_head[] = "\xa1\x69GetRandom\xa1\x66random\x59\x01\x00";

static void seed_kernel(int device) {
    uint8_t request[] = "\x69GetRandom";
    static uint8_t response[max_response];
    const size_t head = sizeof random_head - 1;
    ssize_t length = ask(device, request, sizeof request - 1, response);
    if (length != (ssize_t)(head + seed_bytes) || memcmp(response, random_head, head) != 0) {
        fputs("nsm-bridge: the NSM gives no randomness\n", stderr);
        exit(1);
    }
    struct {
        struct rand_pool_info info;
        uint8_t bytes[seed_bytes];
    } pool = {.info = {.entropy_count = seed_bytes * 8, .buf_size = seed_bytes}};
    memcpy(pool.info.buf, response + head, seed_bytes);
    int generator = open("/dev/random", O_WRONLY | O_CLOEXEC);
    if (generator < 0 || ioctl(generator, RNDADDENTROPY, &pool) != 0) fail("nsm-bridge: /dev/random");
    close(generator);
    explicit_bzero(response, sizeof response);
    explicit_bzero(&pool, sizeof pool);
}

static int listen_at(const char *path, uid_t owner) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fputs("nsm-bridge: the socket's path is too long\n", stderr);
        exit(1);
    }
    strcpy(address.sun_path, path);
    unlink(path);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    umask(0177);
    if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof address) != 0) fail("nsm-bridge: bind");
    if (chown(path, owner, owner) != 0 || listen(server, 64) != 0) fail("nsm-bridge: listen");
    return server;
}

static int read_all(int socket, uint8_t *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t count = read(socket, bytes + done, length - done);
        if (count <= 0) return -1;
        done += (size_t)count;
    }
    return 0;
}

static void write_all(int socket, const uint8_t *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t count = write(socket, bytes + done, length - done);
        if (count <= 0) return;
        done += (size_t)count;
    }
}

/* Close the connection of a client that breaks the rules. */
static void serve(int device, int client) {
    static uint8_t request[max_request], response[4 + max_response];
    uint8_t prefix[4];
    if (read_all(client, prefix, sizeof prefix) != 0) return;
    size_t length = (size_t)prefix[0] << 24 | (size_t)prefix[1] << 16 | (size_t)prefix[2] << 8 | prefix[3];
    if (length == 0 || length > max_request || read_all(client, request, length) != 0) return;
    ssize_t answered = ask(device, request, length, response + 4);
    if (answered < 0 || answered > max_response) return;
    for (int index = 0; index < 4; index++) response[index] = (uint8_t)((size_t)answered >> (24 - 8 * index));
    write_all(client, response, 4 + (size_t)answered);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fputs("usage: nsm-bridge SOCKET UID\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    int device = open("/dev/nsm", O_RDWR | O_CLOEXEC);
    if (device < 0) fail("nsm-bridge: /dev/nsm");
    seed_kernel(device);
    int server = listen_at(arguments[1], (uid_t)strtoul(arguments[2], NULL, 10));
    if (setgroups(0, NULL) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0) fail("nsm-bridge: setuid");
    const struct timeval timeout = {.tv_sec = timeout_seconds};
    for (;;) {
        int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0) continue;
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
        serve(device, client);
        close(client);
    }
}
