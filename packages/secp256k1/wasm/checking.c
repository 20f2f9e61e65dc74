/* The module that checks: it recovers public keys. It never sees a private key, and has no code that takes one. */
#include "module.h"
#include "precomputed_ecmult.c"

/* The library names it, and no exported function reaches it: the linker leaves it out. */
const secp256k1_ge_storage secp256k1_ecmult_gen_prec_table[COMB_BLOCKS][COMB_POINTS];

int begin(void) { return secp256k1_selftest_passes(); }

/* From the signature, and the digest in `input`. */
int recover(int recovery_id) {
    secp256k1_ecdsa_recoverable_signature signature;
    secp256k1_pubkey key;
    const secp256k1_context *context = secp256k1_context_static;
    if (!secp256k1_ecdsa_recoverable_signature_parse_compact(context, &signature, passed.signature, recovery_id))
        return 0;
    if (!secp256k1_ecdsa_recover(context, &key, &signature, passed.input)) return 0;
    return write_public_key(context, &key);
}
