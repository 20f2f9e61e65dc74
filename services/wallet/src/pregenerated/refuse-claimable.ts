import { AppError } from '@wallet-service/errors';
import type { CallScope } from '../signer/signer-client.js';
import type { HashEmail } from '../wallets/email-hash.js';
import type { PregeneratedStore } from './pregenerated-store.js';

export type LoginWithoutClaim = CallScope & {
  readonly applicationId: string;
  /** The normalised address that the token proves. */
  readonly email: string;
};

export type RefuseClaimable = (login: LoginWithoutClaim) => Promise<void>;

/**
 * Throws `wallet.claim-possible` if a wallet waits for the address. Only for a token that proves the address:
 * nobody else may learn whether one waits.
 */
export function createRefuseClaimable({
  store,
  hashEmail,
}: {
  readonly store: Pick<PregeneratedStore, 'find'>;
  readonly hashEmail: HashEmail;
}): RefuseClaimable {
  return async ({ applicationId, email, ...scope }) => {
    const found = await store.find(applicationId, await hashEmail(applicationId, email, scope));
    if (found?.wallet.interface !== 'pregenerated') return;
    throw new AppError(
      'wallet.claim-possible',
      'a wallet waits for the e-mail address of this user, but the application does not let their identity provider ' +
        'verify addresses: put the provider into email_provider_ids (PATCH /v1/application) and repeat the request. ' +
        'The header X-Claim: skip makes another wallet instead, for good',
    );
  };
}
