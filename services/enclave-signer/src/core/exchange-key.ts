import { createSecretKey, type KeyObject } from 'node:crypto';
import {
  verdictMacInfo,
  x25519PrivateKey,
  x25519PublicKeyOf,
  x25519SharedSecret,
} from '@wallet-service/signer-protocol';
import { hkdf } from './hkdf.js';
import { wipe } from './wipe.js';

/**
 * The X25519 key that all signers with one sealing key have, and nobody else. A process of the policy service agrees
 * with it on the key of its verdicts' MACs.
 */
export type ExchangeKey = {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /**
   * The key of the MACs of verdicts that a process of the policy service makes under its exchange key. Undefined for a
   * point of small order.
   */
  readonly verdictMacKey: (ofPolicy: Uint8Array) => KeyObject | undefined;
};

/** From the bytes of the sealing key. */
export function exchangeKeyOf(sealingKey: Uint8Array): ExchangeKey {
  const seed = hkdf([sealingKey], new Uint8Array(0), 'wallet-service/exchange-key/1', 32);
  const privateKey = x25519PrivateKey(seed);
  wipe(seed);
  const publicKey = x25519PublicKeyOf(privateKey);
  return {
    publicKey,
    verdictMacKey(ofPolicy) {
      const secret = x25519SharedSecret(privateKey, ofPolicy);
      if (!secret) return undefined;
      const derived = hkdf([secret], new Uint8Array(0), verdictMacInfo(ofPolicy, publicKey), 32);
      const key = createSecretKey(derived);
      wipe(secret, derived);
      return key;
    },
  };
}
