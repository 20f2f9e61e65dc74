import { chains, type Chain } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';

/** Who owns a wallet. Never a provider's row, a key or an e-mail address: editing those can't re-target a wallet. */
export type Owner = {
  readonly applicationId: string;
  readonly issuer: string;
  readonly subject: string;
};

/** A wallet whose key is made. Immutable on the Express interface. */
export type Wallet = {
  readonly id: string;
  readonly applicationId: string;
  readonly chain: Chain;
  readonly network: string;
  /** Of the sealed record: 1 at creation, one more at every re-sealing. */
  readonly recordVersion: number;
  readonly sealed: Uint8Array;
  /** secp256k1 compressed (33 bytes) or Ed25519 (32 bytes). */
  readonly publicKey: Uint8Array;
  readonly address: string;
  /** Unix seconds. */
  readonly timeCreated: number;
};

/** What the signer made; not a wallet until it is stored. */
export type MintedKey = Pick<Wallet, 'sealed' | 'publicKey' | 'address'>;

const expressNetworks = { ETH: 'EVM', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' } as const satisfies Record<
  Chain,
  string
>;

/** The network on which a wallet of the Express interface lives. */
export function expressNetworkOf(chain: Chain): string {
  return expressNetworks[chain];
}

export function parseChain(text: string): Chain {
  const chain = chains.find((name) => name === text);
  if (chain === undefined) throw invalidField('/chain', `must be one of ${chains.join(', ')}`);
  return chain;
}

/** One text for one owner and chain, and no other: no part can contain the separator but the last. */
export function ownerKey({ applicationId, issuer, subject }: Owner, chain: Chain): string {
  return JSON.stringify([applicationId, chain, issuer, subject]);
}
