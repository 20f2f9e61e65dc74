import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { normalizeEmail } from '@wallet-service/signer-protocol';
import { isUuid } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import type { VerifiedWallets } from '../wallets/verified-wallets.js';
import type { PregeneratedWallet } from './pregenerated-store.js';

export type PregeneratedHandlersDeps = {
  /** `email` in its normal form. */
  readonly pregenerate: (
    applicationId: string,
    email: string,
    scope: CallScope,
  ) => Promise<PregeneratedWallet>;
  /** `email` in its normal form. */
  readonly find: (
    applicationId: string,
    email: string,
    scope: CallScope,
  ) => Promise<PregeneratedWallet | undefined>;
  readonly verify: VerifiedWallets['verify'];
};

const mostEmails = 100;
/** Each takes a few ms in the signer, so a batch must not run so many at once that it delays everybody. */
const atOnce = 4;

export function pregeneratedHandlers({
  pregenerate,
  find,
  verify,
}: PregeneratedHandlersDeps): Pick<
  Handlers<WalletDefinition>,
  'PregenerateWallets' | 'GetPregeneratedWallet'
> {
  return {
    async PregenerateWallets({ applicationId, emails }, scope) {
      if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
      if (emails.length < 1 || emails.length > mostEmails)
        throw invalidField('/emails', `must have 1 to ${mostEmails} entries`);
      const results = await inTurns(emails, async (email) => {
        const normal = normalizeEmail(email);
        if (normal === undefined) return { email, malformed: true };
        const found = await pregenerate(applicationId, normal, scope);
        await verify(found.wallet, scope, normal);
        return { email, wallet: toWire(found) };
      });
      return { results };
    },

    async GetPregeneratedWallet({ applicationId, email }, scope) {
      if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
      const normal = normalizeEmail(email);
      if (normal === undefined) throw invalidField('/email', 'must be an e-mail address');
      const found = await find(applicationId, normal, scope);
      if (!found) throw new AppError('wallet.not-found', 'there is no pre-generated wallet for this address');
      await verify(found.wallet, scope, normal);
      return toWire(found);
    },
  };
}

/**
 * The results in the order of the items. The first failure ends it. The next attempt finds what was created
 * by then.
 */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

/**
 * Whether it is unclaimed, and who claimed it, as the signer verified it: from its owner, and not from the
 * time stored with it.
 */
function toWire({
  wallet,
  timeClaimed = 0,
}: PregeneratedWallet): ResponseOf<WalletDefinition['GetPregeneratedWallet']> {
  const { id, address, publicKey, owner, timeCreated } = wallet;
  return {
    walletId: id,
    address,
    publicKey: Buffer.from(publicKey),
    status: owner ? 'claimed' : 'unclaimed',
    timeCreated: String(timeCreated),
    timeClaimed: owner ? String(timeClaimed) : '0',
    interface: wallet.interface === 'pregenerated' ? '' : wallet.interface,
    issuer: owner?.issuer ?? '',
    subject: owner?.subject ?? '',
  };
}
