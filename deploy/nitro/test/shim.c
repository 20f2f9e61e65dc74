/*
 * Only for deploy/nitro/test/boot.mjs, never in an image: replaces nsm-bridge, loads vsock for the machine itself, and
 * runs the emulators.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    static const char *const modules[] = {
        "/test/vsock.ko", "/test/vmw_vsock_virtio_transport_common.ko", "/test/vsock_loopback.ko"};
    for (int index = 0; index < 3; index++)
        if (syscall(SYS_finit_module, open(modules[index], O_RDONLY | O_CLOEXEC), "", 0) != 0) perror(modules[index]);
    execl("/bin/node", "/bin/node", "/test/world.mjs", (char *)NULL);
    return 127;
}
