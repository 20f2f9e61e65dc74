import { sign, type KeyObject } from 'node:crypto';
import { payloadOf, signedBytesOf, type Grant } from './grant.js';

/** The grant as it is sent: 64 bytes of Ed25519, and the signed payload. */
export function signGrant(grant: Grant, key: KeyObject): Buffer {
  const payload = payloadOf(grant);
  return Buffer.concat([sign(null, signedBytesOf(payload), key), payload]);
}
