/*
 * The first process of the enclave. It starts what the signer needs, and the signer as a user without rights. When any
 * of them ends, it ends the enclave, and the host starts a new one.
 *
 * The image says what to run: /app/command has the signer's command line, one argument a line; /app/environment its
 * environment, one variable a line.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/vm_sockets.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { signer = 1000, relay = 1001, max_lines = 64, host = 3, heartbeat_port = 9000, heartbeat = 0xb7 };
#define NSM_SOCKET "/run/nsm"

static void end(const char *what) {
    fprintf(stderr, "init: %s: %s\n", what, strerror(errno));
    sync();
    reboot(RB_AUTOBOOT);
    _exit(1);
}

static void mount_all(void) {
    static const struct {
        const char *type, *at, *options;
        unsigned long flags;
    } mounts[] = {
        {"proc", "/proc", "hidepid=2", MS_NOSUID | MS_NODEV | MS_NOEXEC},
        {"sysfs", "/sys", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY},
        {"devtmpfs", "/dev", NULL, MS_NOSUID | MS_NOEXEC},
        {"tmpfs", "/run", "mode=0755,size=1m", MS_NOSUID | MS_NODEV | MS_NOEXEC},
    };
    for (size_t index = 0; index < sizeof mounts / sizeof *mounts; index++) {
        mkdir(mounts[index].at, 0755);
        if (mount(mounts[index].type, mounts[index].at, mounts[index].type, mounts[index].flags,
                  mounts[index].options) != 0 &&
            errno != EBUSY)
            end(mounts[index].at);
    }
    int console = open("/dev/console", O_RDWR | O_CLOEXEC);
    for (int fd = 0; console >= 0 && fd < 3; fd++) dup2(console, fd);
}

/* Kernels before 6.8 have the NSM's driver as a module, which the image then contains. */
static void load_driver(void) {
    int module = open("/nsm.ko", O_RDONLY | O_CLOEXEC);
    if (module >= 0 && syscall(SYS_finit_module, module, "", 0) != 0 && errno != EEXIST) end("nsm.ko");
    if (module >= 0) close(module);
}

static void loopback_up(void) {
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (any < 0 || ioctl(any, SIOCSIFFLAGS, &request) != 0) end("lo");
    close(any);
}

/* nitro-cli on the host waits for this byte. Other starters may not listen: run all the same. */
static void tell_host(void) {
    const struct sockaddr_vm to = {.svm_family = AF_VSOCK, .svm_cid = host, .svm_port = heartbeat_port};
    unsigned char byte = heartbeat;
    const struct timeval timeout = {.tv_sec = 5};
    int out = socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (out < 0 || setsockopt(out, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout) != 0 ||
        connect(out, (const struct sockaddr *)&to, sizeof to) != 0 || write(out, &byte, 1) != 1 ||
        read(out, &byte, 1) != 1)
        fprintf(stderr, "init: the host does not answer the heartbeat: %s\n", strerror(errno));
    if (out >= 0) close(out);
}

/* The lines of a file, as a list that ends with NULL. */
static char **lines_of(const char *path) {
    static char text[2][8192];
    static char *lists[2][max_lines + 1];
    static int used = 0;
    char *bytes = text[used], **list = lists[used++];
    int file = open(path, O_RDONLY | O_CLOEXEC), count = 0;
    ssize_t length = file < 0 ? -1 : read(file, bytes, sizeof text[0] - 1);
    if (length < 0) end(path);
    close(file);
    bytes[length] = 0;
    for (char *line = strtok(bytes, "\n"); line != NULL && count < max_lines; line = strtok(NULL, "\n"))
        list[count++] = line;
    return list;
}

static pid_t start(uid_t user, int input, int output, char **command, char **environment) {
    pid_t child = fork();
    if (child < 0) end("fork");
    if (child > 0) return child;
    if (input >= 0) dup2(input, STDIN_FILENO);
    if (output >= 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
    }
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    int is_root = user == 0;
    if (!is_root && (setgroups(0, NULL) != 0 || setgid(user) != 0 || setuid(user) != 0)) _exit(126);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(126);
    execve(command[0], command, environment);
    fprintf(stderr, "init: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

static void wait_for(const char *path) {
    for (int waited = 0; access(path, F_OK) != 0; waited++) {
        if (waited == 3000 || waitpid(-1, NULL, WNOHANG) > 0) end(path);
        poll(NULL, 0, 10);
    }
}

int main(void) {
    static char *nothing[] = {NULL};
    static char *bridge[] = {"/bin/nsm-bridge", NSM_SOCKET, "1000", NULL};
    static char *relays[][4] = {
        {"/bin/vsock-relay", "vsock:any:50051", "tcp:50051", NULL}, /* callers of the signer */
        {"/bin/vsock-relay", "tcp:8000", "vsock:3:8000", NULL},     /* KMS, as TLS */
        {"/bin/vsock-relay", "tcp:7000", "vsock:3:7000", NULL},     /* the boot secrets */
    };
    static char *log_relay[] = {"/bin/vsock-relay", "stdin", "vsock:3:7001", NULL};
    mount_all();
    load_driver();
    loopback_up();
    tell_host();
    start(0, -1, -1, bridge, nothing);
    wait_for(NSM_SOCKET);
    for (size_t index = 0; index < sizeof relays / sizeof *relays; index++)
        start(relay, -1, -1, relays[index], nothing);
    int log[2];
    if (pipe2(log, O_CLOEXEC) != 0) end("pipe");
    start(relay, log[0], -1, log_relay, nothing);
    pid_t node = start(signer, -1, log[1], lines_of("/app/command"), lines_of("/app/environment"));
    close(log[0]);
    close(log[1]);

    int status = 0;
    pid_t ended = wait(&status);
    poll(NULL, 0, 500); /* lets the last lines of the log out */
    fprintf(stderr, "init: %s ended with %d\n", ended == node ? "the signer" : "a helper", status);
    errno = 0;
    end("the enclave ends");
}
