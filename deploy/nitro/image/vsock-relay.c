/*
 * Carries bytes between the enclave's only network, vsock, and its loopback: vsock-relay FROM TO
 *
 *   vsock-relay vsock:any:50051 tcp:50051     connections of the host to a server in here
 *   vsock-relay tcp:8000 vsock:3:8000         connections from in here to the host (CID 3)
 *   vsock-relay stdin vsock:3:7001            lines, when the host takes them; otherwise they are dropped
 *
 * tcp is always 127.0.0.1. One process a connection, 256 at most. It is trusted with nothing: TLS passes through it
 * encrypted.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/vm_sockets.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Writes above 32 KiB have hung on vsock in real kernels. */
enum { piece = 16 * 1024, max_connections = 256 };

typedef union {
    struct sockaddr any;
    struct sockaddr_in tcp;
    struct sockaddr_vm vsock;
} address;

static void fail(const char *what) {
    fprintf(stderr, "vsock-relay: %s: %s\n", what, strerror(errno));
    exit(1);
}

static socklen_t read_address(const char *text, address *to) {
    unsigned cid, port;
    memset(to, 0, sizeof *to);
    if (sscanf(text, "tcp:%u", &port) == 1) {
        to->tcp = (struct sockaddr_in){
            .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        return sizeof to->tcp;
    }
    if (sscanf(text, "vsock:any:%u", &port) == 1) cid = VMADDR_CID_ANY;
    else if (sscanf(text, "vsock:%u:%u", &cid, &port) != 2) {
        fputs("vsock-relay: an address is tcp:PORT, vsock:CID:PORT or vsock:any:PORT\n", stderr);
        exit(2);
    }
    to->vsock = (struct sockaddr_vm){.svm_family = AF_VSOCK, .svm_cid = cid, .svm_port = port};
    return sizeof to->vsock;
}

static int connect_to(const address *to, socklen_t length) {
    int out = socket(to->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (out >= 0 && connect(out, &to->any, length) == 0) return out;
    close(out);
    return -1;
}

static int write_all(int to, const char *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t count = write(to, bytes + done, length - done);
        if (count <= 0) return -1;
        done += (size_t)count;
    }
    return 0;
}

/*
 * Copies bytes from one side to the other. Returns whether more may come. Forwards the end of one direction without
 * ending the other.
 */
static int carry(int from, int to) {
    static char bytes[piece];
    ssize_t count = read(from, bytes, sizeof bytes);
    if (count > 0 && write_all(to, bytes, (size_t)count) == 0) return 1;
    if (count == 0) shutdown(to, SHUT_WR);
    else exit(0);
    return 0;
}

static void relay(int left, int right) {
    struct pollfd sides[2] = {{.fd = left, .events = POLLIN}, {.fd = right, .events = POLLIN}};
    while (sides[0].fd >= 0 || sides[1].fd >= 0) {
        if (poll(sides, 2, -1) < 0) return;
        if (sides[0].revents != 0 && !carry(left, right)) sides[0].fd = -1;
        if (sides[1].revents != 0 && !carry(right, left)) sides[1].fd = -1;
    }
}

static void relay_lines(const address *to, socklen_t length) {
    char bytes[piece];
    const struct timeval patience = {.tv_sec = 1};
    int out = -1;
    for (ssize_t count; (count = read(STDIN_FILENO, bytes, sizeof bytes)) > 0;) {
        if (out < 0) {
            out = connect_to(to, length);
            /* A host that takes nothing must not block the writer. */
            setsockopt(out, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        }
        if (out >= 0 && write_all(out, bytes, (size_t)count) != 0) {
            close(out);
            out = -1;
        }
    }
}

static void accept_connections(int server, const address *to, socklen_t length) {
    for (int open = 0;;) {
        while (open > 0 && waitpid(-1, NULL, open >= max_connections ? 0 : WNOHANG) > 0) open--;
        int in = accept4(server, NULL, NULL, SOCK_CLOEXEC);
        if (in < 0) continue;
        pid_t child = fork();
        if (child == 0) {
            int out = connect_to(to, length);
            if (out >= 0) relay(in, out);
            exit(0);
        }
        if (child > 0) open++;
        close(in);
    }
}

int main(int count, char **arguments) {
    if (count != 3) {
        fputs("usage: vsock-relay FROM TO\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    address from, to;
    socklen_t to_length = read_address(arguments[2], &to);
    if (strcmp(arguments[1], "stdin") == 0) {
        relay_lines(&to, to_length);
        return 0;
    }
    socklen_t from_length = read_address(arguments[1], &from);
    int server = socket(from.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int reuse = 1;
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
    if (server < 0 || bind(server, &from.any, from_length) != 0 || listen(server, 128) != 0) fail(arguments[1]);
    accept_connections(server, &to, to_length);
}
