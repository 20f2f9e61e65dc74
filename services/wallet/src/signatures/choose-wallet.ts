import { AppError, invalidField } from '@wallet-service/errors';
import { assertOwnedBy, type Wallet } from '../wallets/wallet.js';
import type { SignDeps, SigningRequest } from './signing-request.js';

/** The wallet that a request is about. Nothing is journaled of requests that come no further than this. */
export async function chooseWallet(
  { findExpressWallet, findCoreWallet }: Pick<SignDeps, 'findExpressWallet' | 'findCoreWallet'>,
  { owner, choice, expectedAddress, ...scope }: SigningRequest,
): Promise<Wallet> {
  let wallet: Wallet | undefined;
  if (choice.interface === 'express') {
    wallet = await findExpressWallet(owner, choice.chain, scope);
    if (!wallet)
      throw new AppError('wallet.not-found', `the user has no ${choice.chain} wallet yet: create it first`);
  } else {
    wallet = await findCoreWallet(owner.applicationId, choice.walletId, scope);
    if (!wallet) throw new AppError('wallet.not-found', 'the application has no wallet with this id');
    assertOwnedBy(wallet, owner);
    assertAccessKeyAsAgreed(choice.accessKey, wallet);
  }
  assertExpectedAddress(expectedAddress, wallet);
  return wallet;
}

// A claimed pre-generated wallet has none. One that is given all the same would not be looked at, and its
// owner would think that it protects him.
function assertAccessKeyAsAgreed(accessKey: Uint8Array, { accessKeyRequired }: Wallet): void {
  if (accessKeyRequired && accessKey.length === 0) throw invalidField('/access_key', 'is required');
  if (!accessKeyRequired && accessKey.length > 0)
    throw invalidField('/access_key', 'must be left out: the wallet has none');
}

function assertExpectedAddress(expected: string, { address }: Wallet): void {
  if (expected === '' || expected.toLowerCase() === address.toLowerCase()) return;
  throw invalidField('/payload/from', 'is not the address of the wallet');
}
