/* The module that has private keys: it signs, and makes public keys. It verifies nothing. */
#include "module.h"
#include "precomputed_ecmult_gen.c"

/* The library names it, and no exported function reaches it: the linker leaves it out. */
const secp256k1_ge_storage secp256k1_pre_g[ECMULT_TABLE_SIZE(WINDOW_G)];
const secp256k1_ge_storage secp256k1_pre_g_128[ECMULT_TABLE_SIZE(WINDOW_G)];

static unsigned char memory_of_context[sizeof(secp256k1_context)] __attribute__((aligned(16)));
static secp256k1_context *context;

/* `input` is the seed of the blinding, which hides the private key from side channels. */
int begin(void) {
    context = secp256k1_context_preallocated_create(memory_of_context, SECP256K1_CONTEXT_NONE);
    return secp256k1_context_randomize(context, passed.input);
}

int is_private_key(void) { return secp256k1_ec_seckey_verify(context, passed.private_key); }

int make_public_key(void) {
    secp256k1_pubkey key;
    if (!secp256k1_ec_pubkey_create(context, &key, passed.private_key)) return 0;
    return write_public_key(context, &key);
}

/* private_key + input, modulo the order. */
int add(void) { return secp256k1_ec_seckey_tweak_add(context, passed.private_key, passed.input); }

/* Of the digest in `input`. The recovery id, or -1 for no private key. */
int sign(void) {
    secp256k1_ecdsa_recoverable_signature signature;
    int recovery_id = -1;
    if (!secp256k1_ecdsa_sign_recoverable(context, &signature, passed.input, passed.private_key, NULL, NULL)) return -1;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(context, passed.signature, &recovery_id, &signature);
    return recovery_id;
}
