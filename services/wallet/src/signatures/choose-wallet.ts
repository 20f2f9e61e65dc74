import { AppError, invalidField } from '@wallet-service/errors';
import { assertOwnedBy, type Wallet } from '../wallets/wallet.js';
import type { SignDeps, SigningRequest } from './signing-request.js';

/** The wallet that a request is about. Nothing is journaled of requests that come no further than this. */
export async function chooseWallet(
  { findExpressWallet, findCoreWallet }: Pick<SignDeps, 'findExpressWallet' | 'findCoreWallet'>,
  { owner, choice, expectedAddress }: SigningRequest,
): Promise<Wallet> {
  let wallet: Wallet | undefined;
  if (choice.interface === 'express') {
    wallet = await findExpressWallet(owner, choice.chain);
    if (!wallet)
      throw new AppError('wallet.not-found', `the user has no ${choice.chain} wallet yet: create it first`);
  } else {
    wallet = await findCoreWallet(owner.applicationId, choice.walletId);
    if (!wallet) throw new AppError('wallet.not-found', 'the application has no wallet with this id');
    assertOwnedBy(wallet, owner);
  }
  assertExpectedAddress(expectedAddress, wallet);
  return wallet;
}

function assertExpectedAddress(expected: string, { address }: Wallet): void {
  if (expected === '' || expected.toLowerCase() === address.toLowerCase()) return;
  throw invalidField('/payload/from', 'is not the address of the wallet');
}
