import { concat, utf8 } from '../core/encoding.js';

// HPKE (RFC 9180), base mode, one message: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. Every output of
// HKDF-Expand here is at most one block (32 bytes), so that one HMAC computes it.

type Bytes = Uint8Array<ArrayBuffer>;
/** `CryptoKey`, which is no global type in Node. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type KeyPair = { readonly privateKey: Key; readonly publicKey: Bytes };
export type Binding = { readonly info: Bytes; readonly associatedData: Bytes };
export type Sealed = { readonly encapsulatedKey: Bytes; readonly ciphertext: Bytes };

// Marked, so that bundlers leave them out together with what uses them. The ids begin with the letters KEM and HPKE.
const none = /* @__PURE__ */ new Uint8Array(0);
const kem = /* @__PURE__ */ Uint8Array.of(0x4b, 0x45, 0x4d, 0, 0x20);
const suite = /* @__PURE__ */ Uint8Array.of(0x48, 0x50, 0x4b, 0x45, 0, 0x20, 0, 1, 0, 2);
const algorithm = { name: 'X25519' };

/** Its private key cannot be read. */
export async function newKeyPair(): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])) as Record<
    keyof KeyPair,
    Key
  >;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return { privateKey: pair.privateKey, publicKey };
}

/** DeriveKeyPair (section 7.1.3). `seed`: at least 32 bytes with the entropy of the key. */
export async function deriveKeyPair(seed: Bytes): Promise<KeyPair> {
  const extracted = await labeledExtract(kem, none, 'dkp_prk', seed);
  return keyPairOf(await labeledExpand(kem, extracted, 'sk', none, 32));
}

/** `bytes`: the private key (RFC 7748), which is overwritten. */
export async function keyPairOf(bytes: Bytes): Promise<KeyPair> {
  // PKCS #8 of X25519 (RFC 8410, section 7), up to the key.
  const prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20);
  const encoded = concat(prefix, bytes);
  const privateKey = await crypto.subtle.importKey('pkcs8', encoded, algorithm, false, ['deriveBits']);
  bytes.fill(0);
  encoded.fill(0);
  const basePoint = new Uint8Array(32);
  basePoint[0] = 9;
  return { privateKey, publicKey: await diffieHellman(privateKey, basePoint) };
}

/** Rejects for a public key of small order. */
export async function seal(
  ephemeral: KeyPair,
  recipientPublicKey: Bytes,
  binding: Binding,
  plaintext: Bytes,
): Promise<Sealed> {
  const { publicKey } = ephemeral;
  const shared = await sharedSecret(ephemeral.privateKey, recipientPublicKey, publicKey, recipientPublicKey);
  const { key, parameters } = await keySchedule(shared, binding, 'encrypt');
  const ciphertext = await crypto.subtle.encrypt(parameters, key, plaintext);
  return { encapsulatedKey: publicKey, ciphertext: new Uint8Array(ciphertext) };
}

/** Rejects unless it was sealed to this recipient with this binding. */
export async function open(
  recipient: KeyPair,
  { encapsulatedKey, ciphertext }: Sealed,
  binding: Binding,
): Promise<Bytes> {
  const { privateKey, publicKey } = recipient;
  const shared = await sharedSecret(privateKey, encapsulatedKey, encapsulatedKey, publicKey);
  const { key, parameters } = await keySchedule(shared, binding, 'decrypt');
  return new Uint8Array(await crypto.subtle.decrypt(parameters, key, ciphertext));
}

/** Section 4.1: ExtractAndExpand of what both sides compute. */
export async function sharedSecret(
  privateKey: Key,
  otherPublicKey: Bytes,
  encapsulatedKey: Bytes,
  recipientPublicKey: Bytes,
): Promise<Bytes> {
  const dh = await diffieHellman(privateKey, otherPublicKey);
  const extracted = await labeledExtract(kem, none, 'eae_prk', dh);
  return labeledExpand(kem, extracted, 'shared_secret', concat(encapsulatedKey, recipientPublicKey), 32);
}

/** Section 5.1, in base mode. The nonce is that of sequence number 0. */
async function keySchedule(shared: Bytes, { info, associatedData }: Binding, use: 'encrypt' | 'decrypt') {
  const context = concat(
    Uint8Array.of(0),
    await labeledExtract(suite, none, 'psk_id_hash', none),
    await labeledExtract(suite, none, 'info_hash', info),
  );
  const secret = await labeledExtract(suite, shared, 'secret', none);
  const keyBytes = await labeledExpand(suite, secret, 'key', context, 32);
  const iv = await labeledExpand(suite, secret, 'base_nonce', context, 12);
  return {
    key: await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, [use]),
    parameters: { name: 'AES-GCM', iv, additionalData: associatedData },
  };
}

async function diffieHellman(privateKey: Key, publicKey: Bytes): Promise<Bytes> {
  const other = await crypto.subtle.importKey('raw', publicKey, algorithm, true, []);
  return new Uint8Array(await crypto.subtle.deriveBits({ ...algorithm, public: other }, privateKey, 256));
}

function labeledExtract(id: Bytes, salt: Bytes, label: string, input: Bytes): Promise<Bytes> {
  // HMAC pads its key with zeros, and WebCrypto takes no empty key.
  return hmac(salt.length === 0 ? new Uint8Array(32) : salt, utf8('HPKE-v1'), id, utf8(label), input);
}

async function labeledExpand(
  id: Bytes,
  key: Bytes,
  label: string,
  info: Bytes,
  length: number,
): Promise<Bytes> {
  const size = Uint8Array.of(0, length);
  return (await hmac(key, size, utf8('HPKE-v1'), id, utf8(label), info, Uint8Array.of(1))).slice(0, length);
}

export async function hmac(key: Bytes, ...parts: readonly Bytes[]): Promise<Bytes> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hash, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, concat(...parts)));
}
