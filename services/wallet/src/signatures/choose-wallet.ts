import { resolveOperation, type ResolvedOperation } from '@wallet-service/chains';
import { AppError, invalidField } from '@wallet-service/errors';
import { assertOwnedBy, type Wallet } from '../wallets/wallet.js';
import type { SignDeps, SigningRequest } from './signing-request.js';

/** `hash`: the caller names the operation by its hash and wants the bare signature. */
export type Chosen = { readonly wallet: Wallet } & Pick<ResolvedOperation, 'operation' | 'hash'>;

/**
 * The wallet of a request, and what the request means on its chain. Requests that fail here are not
 * journaled.
 */
export async function chooseWallet(
  deps: Pick<SignDeps, 'findExpressWallet' | 'findCoreWallet'>,
  request: SigningRequest,
): Promise<Chosen> {
  const { sender, ...chosen } =
    request.choice.interface === 'express'
      ? await chooseExpressWallet(deps, request, request.choice)
      : await chooseCoreWallet(deps, request, request.choice);
  assertSender(sender, chosen.wallet);
  return chosen;
}

type Resolved = { readonly wallet: Wallet } & ResolvedOperation;
type ChoiceOf<Interface> = Extract<SigningRequest['choice'], { readonly interface: Interface }>;

async function chooseExpressWallet(
  { findExpressWallet }: Pick<SignDeps, 'findExpressWallet'>,
  { owner, requested, ...scope }: SigningRequest,
  { chain }: ChoiceOf<'express'>,
): Promise<Resolved> {
  const resolved = resolveOperation({ chain, field: 'header X-Service-Chain' }, requested);
  const wallet = await findExpressWallet(owner, chain, scope);
  if (!wallet) throw new AppError('wallet.not-found', `the user has no ${chain} wallet yet: create it first`);
  return { ...resolved, wallet };
}

async function chooseCoreWallet(
  { findCoreWallet }: Pick<SignDeps, 'findCoreWallet'>,
  { owner, requested, ...scope }: SigningRequest,
  { walletId, accessKey }: ChoiceOf<'core'>,
): Promise<Resolved> {
  const wallet = await findCoreWallet(owner.applicationId, walletId, scope);
  if (!wallet) throw new AppError('wallet.not-found', 'the application has no wallet with this id');
  const resolved = resolveOperation({ chain: wallet.chain, field: '/wallet_id' }, requested);
  assertOwnedBy(wallet, owner);
  assertAccessKeyAsAgreed(accessKey, wallet);
  return { ...resolved, wallet };
}

// A claimed pre-generated wallet has no access key. An access key that is given anyway would be ignored, and
// its owner would think that it protects them.
function assertAccessKeyAsAgreed(accessKey: Uint8Array, { accessKeyRequired }: Wallet): void {
  if (accessKeyRequired && accessKey.length === 0) throw invalidField('/access_key', 'is required');
  if (!accessKeyRequired && accessKey.length > 0)
    throw invalidField('/access_key', 'must be left out: the wallet has none');
}

function assertSender(sender: string, { address }: Wallet): void {
  if (sender === '' || sender.toLowerCase() === address.toLowerCase()) return;
  throw invalidField('/payload/from', 'is not the address of the wallet');
}
