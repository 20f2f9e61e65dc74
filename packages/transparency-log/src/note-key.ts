import { createHash, createPublicKey, verify } from 'node:crypto';
import { decodeBase64 } from './base64.js';
import { isKeyName, type Note, type NoteSignature } from './note.js';

/** The types of signatures, by the numbers of C2SP signed-note. */
const typeNumbers = { ed25519: 0x01, 'cosignature/v1': 0x04 } as const;

/** The key of a log. Signs the text of its checkpoints. */
export type LogKey = {
  readonly type: 'ed25519';
  readonly name: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
};

/** The key of a witness (C2SP tlog-cosignature). Signs the text of a checkpoint and a time. */
export type CosignerKey = Omit<LogKey, 'type'> & { readonly type: 'cosignature/v1' };

export type NoteKey = LogKey | CosignerKey;

/** Signs with Ed25519 (RFC 8032): 64 bytes. */
export type SignEd25519 = (message: Uint8Array) => Uint8Array;

/** The first 4 bytes of SHA-256 over name, line break, type and public key. */
export function keyIdOf({ name, type, publicKey }: NoteKey): Uint8Array {
  const typed = Uint8Array.of(0x0a, typeNumbers[type]);
  return createHash('sha256').update(name).update(typed).update(publicKey).digest().subarray(0, 4);
}

/** The key as other programs take it: `name+<key id in hex>+<base64 of type and public key>`. */
export function encodeNoteKey(key: NoteKey): string {
  const typed = Buffer.concat([Uint8Array.of(typeNumbers[key.type]), key.publicKey]);
  return `${key.name}+${Buffer.from(keyIdOf(key)).toString('hex')}+${typed.toString('base64')}`;
}

/** The inverse of `encodeNoteKey`. Undefined for every other text. */
export function readNoteKey(text: string): NoteKey | undefined {
  // Base64 may contain a `+`, a name may not.
  const [name = '', , ...encoded] = text.split('+');
  const typed = decodeBase64(encoded.join('+'));
  const type = (['ed25519', 'cosignature/v1'] as const).find((each) => typeNumbers[each] === typed?.[0]);
  if (!isKeyName(name) || typed?.length !== 33 || !type) return undefined;
  const key = { type, name, publicKey: typed.subarray(1) };
  return encodeNoteKey(key) === text ? key : undefined;
}

/** Signs the text of a note with a log's key. */
export function signNote(text: string, key: LogKey, sign: SignEd25519): NoteSignature {
  return { name: key.name, keyId: keyIdOf(key), signature: sign(Buffer.from(text)) };
}

/** Cosigns the text of a note. `time`: Unix seconds. */
export function cosignNote(text: string, key: CosignerKey, time: number, sign: SignEd25519): NoteSignature {
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE(BigInt(time));
  const signature = Buffer.concat([at, sign(cosignedMessage(text, time))]);
  return { name: key.name, keyId: keyIdOf(key), signature };
}

/** Whether the log's key signed the text. */
export function isSignedBy(note: Note, key: LogKey): boolean {
  const signature = signatureBy(note, key);
  return signature?.length === 64 && isValid(key, Buffer.from(note.text), signature);
}

/** When the key cosigned the text, Unix seconds up to 2^53 - 1. Undefined if it did not. */
export function cosignedAt(note: Note, key: CosignerKey): number | undefined {
  const signature = signatureBy(note, key);
  if (signature?.length !== 72) return undefined;
  const time = Number(Buffer.from(signature.subarray(0, 8)).readBigUInt64BE());
  if (!Number.isSafeInteger(time)) return undefined;
  return isValid(key, cosignedMessage(note.text, time), signature.subarray(8)) ? time : undefined;
}

function cosignedMessage(text: string, time: number): Uint8Array {
  return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
}

function signatureBy({ signatures }: Note, key: NoteKey): Uint8Array | undefined {
  const keyId = keyIdOf(key);
  return signatures.find((one) => one.name === key.name && Buffer.compare(one.keyId, keyId) === 0)?.signature;
}

function isValid({ publicKey }: NoteKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32) return false;
  const x = Buffer.from(publicKey).toString('base64url');
  return verify(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    signature,
  );
}
