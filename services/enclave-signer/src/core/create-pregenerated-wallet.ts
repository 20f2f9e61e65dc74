import {
  normalizeEmail,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { makeWallet, type CreateWalletDeps } from './create-wallet.js';

/**
 * Creates a wallet for the user who will prove an e-mail address: ETH only, without access key. The address must be in
 * its normal form already.
 */
export function createPregeneratedWallet(
  deps: Pick<CreateWalletDeps, 'trust' | 'applicationKeys' | 'random'>,
  { context, email }: SignerRequest<'CreatePregeneratedWallet'>,
): Promise<SignerResponse<'CreatePregeneratedWallet'>> {
  if (context?.chain !== 'ETH') throw new Refused('malformed-request', { field: 'context.chain' });
  if (context.accessKeyRequired)
    throw new Refused('malformed-request', { field: 'context.accessKeyRequired' });
  if (normalizeEmail(email) !== email) throw new Refused('malformed-request', { field: 'email' });
  return makeWallet(deps, context, { kind: 'email', email });
}
