import type { FakeAnswer } from './fake-services.js';

const unclaimed = {
  id: 'wallet-2',
  interface: 'pregenerated',
  origin: 'pregenerated',
  address: '',
  publicKey: Buffer.alloc(0),
  issuer: '',
  subject: '',
};

/** A wallet of a user, and one that nobody has claimed. */
export function listingAnswers(wallet: object): Readonly<Record<string, FakeAnswer>> {
  const { issuer, subject } = wallet as { readonly issuer: string; readonly subject: string };
  return {
    ListAllWallets: () => ({ wallets: [wallet, { ...wallet, ...unclaimed }], next: 'wallet-2' }),
    ListUsers: () => ({
      users: [{ issuer, subject, wallets: [wallet], moreWallets: true }],
      next: 'wallet-1',
    }),
  };
}
