/* What both modules share: the library as one unit, and the few functions of libc that it names. */
#define USE_EXTERNAL_DEFAULT_CALLBACKS 1
#define ENABLE_MODULE_RECOVERY 1
#include "secp256k1.c"

/* Everything that passes between JavaScript and the module. src/wasm-module.ts has the same layout. */
typedef struct {
    unsigned char private_key[32];
    unsigned char input[32];
    unsigned char signature[64];
    unsigned char public_key[33];
} passed_bytes;
passed_bytes passed;

/* Nothing is recovered from: a trap ends the instance, and JavaScript makes a new one. */
_Noreturn void abort(void) { __builtin_trap(); }
void *malloc(size_t count) { (void)count; __builtin_trap(); }
void free(void *memory) { (void)memory; __builtin_trap(); }
void secp256k1_default_illegal_callback_fn(const char *text, void *data) { (void)text; (void)data; __builtin_trap(); }
void secp256k1_default_error_callback_fn(const char *text, void *data) { (void)text; (void)data; __builtin_trap(); }

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *out = to;
    const unsigned char *in = from;
    while (count--) *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t count) {
    unsigned char *out = to;
    while (count--) *out++ = (unsigned char)value;
    return to;
}

int memcmp(const void *one, const void *other, size_t count) {
    const unsigned char *a = one, *b = other;
    for (; count--; a++, b++)
        if (*a != *b) return *a - *b;
    return 0;
}

static int write_public_key(const secp256k1_context *context, const secp256k1_pubkey *key) {
    size_t length = sizeof(passed.public_key);
    return secp256k1_ec_pubkey_serialize(context, passed.public_key, &length, key, SECP256K1_EC_COMPRESSED);
}
