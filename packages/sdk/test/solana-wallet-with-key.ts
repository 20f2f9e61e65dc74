import { ed25519 } from '@noble/curves/ed25519.js';
import { PublicKey } from '@solana/web3.js';
import { toHex, type Hex } from '../src/core/encoding.js';
import type { SignOptions, SolanaWallet } from '../src/wallets.js';

export type Asked = {
  readonly operation: 'signMessage' | 'signTransaction';
  readonly bytes: Uint8Array;
  readonly options: SignOptions;
};

/** A wallet that signs with a key of its own, and remembers what it was asked. */
export type WalletWithKey = SolanaWallet & {
  readonly secretKey: Uint8Array;
  readonly asked: readonly Asked[];
};

/** `signs` stands for the service: the text that it answers. It signs the bytes with the secret key by default. */
export function solanaWalletWithKey(
  signs: (bytes: Uint8Array, secretKey: Uint8Array, asked: number) => string = honest,
): WalletWithKey {
  const secretKey = ed25519.utils.randomSecretKey();
  const publicKey = ed25519.getPublicKey(secretKey);
  const asked: Asked[] = [];
  const answer = (operation: Asked['operation'], bytes: Uint8Array, options: SignOptions = {}) => {
    asked.push({ operation, bytes, options });
    return signs(bytes, secretKey, asked.length);
  };
  return {
    chain: 'SOL',
    address: new PublicKey(publicKey).toBase58(),
    publicKey: toHex(publicKey),
    secretKey,
    asked,
    signMessage: (message, options) => {
      if (typeof message === 'string') throw new TypeError('adapters give bytes');
      const signature = answer('signMessage', message, options);
      return Promise.resolve({ signature, r: null, s: null, v: null });
    },
    signTransaction: (transaction, options) => {
      const signature = answer('signTransaction', transaction, options);
      return Promise.resolve({ signed_transaction: null, transaction_hash: null, signature });
    },
  };
}

export function honest(bytes: Uint8Array, secretKey: Uint8Array): Hex {
  return toHex(ed25519.sign(bytes, secretKey));
}

/** What no wallet may answer, by its name. */
export const lies: Readonly<Record<string, typeof honest>> = {
  'the signature of another key': (bytes) => honest(bytes, ed25519.utils.randomSecretKey()),
  'a signature over another message': (bytes, key) => honest(Uint8Array.of(...bytes, 0), key),
  'a signature over the bytes as text with 0x': (bytes, key) =>
    honest(new TextEncoder().encode(toHex(bytes)), key),
  'a truncated signature': (bytes, key) => honest(bytes, key).slice(0, -2) as Hex,
  'a signature that is one byte too long': (bytes, key) => `${honest(bytes, key)}00`,
  'a prefix twice': (bytes, key) => `0x${honest(bytes, key)}`,
  base58: (bytes, key) => new PublicKey(ed25519.sign(bytes, key).subarray(0, 32)).toBase58() as Hex,
  'the bytes themselves': (bytes) => toHex(bytes),
  nothing: () => '' as Hex,
};
