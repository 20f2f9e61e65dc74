import {
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { decodeMandate, encodeMandate, mandatePayload, type Mandate } from '../src/mandate.js';

// The two who agree on the key of verdicts' MACs, by node:crypto alone.

/** A process of the policy service. */
export type PlayedPolicy = {
  readonly mandate: Uint8Array;
  /** X25519. */
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
  /** The MAC for signers with this exchange key. */
  readonly mac: (signers: Uint8Array, verdict: Uint8Array) => Uint8Array;
};

/** Signers with one sealing key. */
export type PlayedSigners = {
  readonly publicKey: Buffer;
  /** Whether the policy service with this verdict key made the verdict for them. Times are not checked. */
  readonly accept: (sent: SentVerdict, verdictKey: KeyObject) => boolean;
};

type SentVerdict = { readonly verdict: Uint8Array; readonly mac: Uint8Array; readonly mandate: Uint8Array };

const rawPublicKey = (key: KeyObject): Uint8Array =>
  new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-32));

const spkiPrefix = Buffer.from('302a300506032b656e032100', 'hex');

const field = (bytes: Uint8Array | string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, Buffer.from(bytes)]);
};

/** The MAC key of two exchange keys, from the private half of one of them. */
export function macKeyOf(
  privateKey: KeyObject,
  other: Uint8Array,
  [ofPolicy, ofSigners]: readonly [Uint8Array, Uint8Array],
): Uint8Array {
  const key = Buffer.concat([spkiPrefix, other]);
  const secret = diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
  });
  const two = Buffer.from([0, 0, 0, 2]);
  const domain = field('wallet-service/verdict-mac-key/1');
  const info = Buffer.concat([two, domain, field(ofPolicy), field(ofSigners)]);
  return new Uint8Array(hkdfSync('sha256', secret, '', info, 32));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(message).digest());
}

/** `changes` of what the verdict key signs. */
export function playPolicy(verdictKey: KeyObject, changes: Partial<Mandate> = {}): PlayedPolicy {
  const pair = generateKeyPairSync('x25519');
  const publicKey = rawPublicKey(pair.publicKey);
  const issuedAt = Math.floor(Date.now() / 1000) - 5;
  const stated = { publicKey, issuedAt, expiresAt: issuedAt + 3600, ...changes };
  return {
    mandate: encodeMandate({ ...stated, signature: sign(null, mandatePayload(stated), verdictKey) }),
    privateKey: pair.privateKey,
    publicKey,
    mac: (signers, verdict) => hmac(macKeyOf(pair.privateKey, signers, [publicKey, signers]), verdict),
  };
}

export function playSigners(): PlayedSigners {
  const { privateKey, publicKey: key } = generateKeyPairSync('x25519');
  const publicKey = Buffer.from(rawPublicKey(key));
  return {
    publicKey,
    accept({ verdict, mac, mandate: bytes }, verdictKey) {
      const mandate = decodeMandate(bytes);
      if (!mandate || !verify(null, mandatePayload(mandate), verdictKey, mandate.signature)) return false;
      const macKey = macKeyOf(privateKey, mandate.publicKey, [mandate.publicKey, publicKey]);
      return Buffer.compare(hmac(macKey, verdict), mac) === 0;
    },
  };
}
