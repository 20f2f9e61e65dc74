import type { AppOptions } from './app-options.js';
import { rememberKeys } from './durability/remember.js';
import { createMfaReceipts } from './keys/mfa-receipts.js';
import { createSignerKeys, type SignerKeys } from './keys/signer-keys.js';
import { createTrustAwaiter } from './trust/await-trust.js';
import type { BringTrust } from './trust/bring-trust.js';
import { applicationKeyStore } from './wallets/application-key-store.js';
import { createApplicationKeys, type ApplicationKeys } from './wallets/application-keys.js';
import type { Tampered } from './wallets/tampering.js';

/** The applications' wrapped keys. */
export function applicationKeysOf(
  options: AppOptions,
  tampered: Tampered,
  trust: BringTrust,
): ApplicationKeys {
  const { database, signer, continuity } = options;
  const awaitTrust = createTrustAwaiter({ trust, onRefused: options.onSignerRefused });
  return createApplicationKeys({
    store: rememberKeys(applicationKeyStore(database, tampered), continuity.asking),
    createApplicationKey: (id, scope) =>
      awaitTrust({ applicationId: id, hasToken: false }, () => signer.createApplicationKey(id, scope), scope),
  });
}

/** The signers, by what they are asked for. */
export function keysOf(options: AppOptions, applicationKeys: ApplicationKeys, trust: BringTrust): SignerKeys {
  return createSignerKeys({
    applicationKeys,
    signer: options.signer,
    awaitTrust: createTrustAwaiter({ trust, onRefused: options.onSignerRefused }),
    mfaReceipts: createMfaReceipts(options.sharedStore, options.onReceiptStoreError),
  });
}
