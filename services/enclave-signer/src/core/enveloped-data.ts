import { constants, createDecipheriv, privateDecrypt, type KeyObject } from 'node:crypto';
import { readBer, type BerElement } from './ber.js';
import { wipe } from './wipe.js';

/**
 * The envelope is not the expected one, or not for this key. The reason is not reported, because it would
 * help an attacker who altered it.
 */
export class EnvelopeRefused extends Error {
  override readonly name = 'EnvelopeRefused';
}

const tags = {
  octetString: 0x04,
  sequence: 0x30,
  set: 0x31,
  keyIdentifier: 0x80,
  content: 0x80,
  contentInParts: 0xa0,
  explicitContent: 0xa0,
} as const;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
/** 1.2.840.113549.1.7.3 and .1 (RFC 5652). */
const envelopedDataId = hex('06092a864886f70d010703');
const dataId = hex('06092a864886f70d010701');
/**
 * RSAES-OAEP with SHA-256 for the hash and for MGF1, and no label; SHA-256 has NULL parameters or none (RFC
 * 4055 sections 2.1 and 4.1).
 */
const rsaOaepSha256 = [
  hex(
    '303c06092a864886f70d010107302fa00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500',
  ),
  hex(
    '303806092a864886f70d010107302ba00d300b0609608648016503040201a11a301806092a864886f70d010108300b0609608648016503040201',
  ),
];
/** 2.16.840.1.101.3.4.1.42 (RFC 3565). */
const aes256CbcId = hex('060960864801650304012a');
const version2 = hex('020102');

/**
 * Opens a CMS EnvelopedData (RFC 5652 section 6) for the one recipient with this RSA key: RSAES-OAEP with
 * SHA-256 around an AES-256-CBC key, the only form that AWS KMS writes into CiphertextForRecipient. Only the
 * channel that it came through shows who wrote it. The caller wipes the result. Throws EnvelopeRefused for
 * anything else.
 */
export function openEnvelopedData(envelope: Uint8Array, privateKey: KeyObject): Uint8Array {
  let contentKey: Uint8Array = new Uint8Array(0);
  try {
    const { encryptedKey, iv, ciphertext } = readEnvelope(envelope);
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    contentKey = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, encryptedKey);
    const decipher = createDecipheriv('aes-256-cbc', contentKey, iv);
    const opened = decipher.update(ciphertext);
    const last = decipher.final();
    const plaintext = new Uint8Array(opened.length + last.length);
    plaintext.set(opened);
    plaintext.set(last, opened.length);
    wipe(opened, last);
    return plaintext;
  } catch {
    throw new EnvelopeRefused('the envelope is malformed or not for this key');
  } finally {
    wipe(contentKey);
  }
}

type Envelope = {
  readonly encryptedKey: Uint8Array;
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
};

function readEnvelope(bytes: Uint8Array): Envelope {
  const [contentType, explicit] = childrenOf(readBer(bytes), tags.sequence, 2);
  const [envelopedData] = childrenOf(explicit, tags.explicitContent, 1);
  const [version, recipients, encrypted] = childrenOf(envelopedData, tags.sequence, 3);
  expectBytes(contentType, envelopedDataId);
  expectBytes(version, version2);

  const [recipient] = childrenOf(recipients, tags.set, 1);
  const [recipientVersion, keyId, keyEncryption, encryptedKey] = childrenOf(recipient, tags.sequence, 4);
  expectBytes(recipientVersion, version2);
  expectBytes(keyEncryption, ...rsaOaepSha256);
  contentOf(keyId, tags.keyIdentifier);

  const [type, contentEncryption, content] = childrenOf(encrypted, tags.sequence, 3);
  expectBytes(type, dataId);
  const [cipher, iv] = childrenOf(contentEncryption, tags.sequence, 2);
  expectBytes(cipher, aes256CbcId);
  return {
    encryptedKey: contentOf(encryptedKey, tags.octetString),
    iv: contentOf(iv, tags.octetString),
    ciphertext: implicitOctets(content),
  };
}

/** [0] IMPLICIT OCTET STRING, whole or in parts. */
function implicitOctets(element: BerElement | undefined): Uint8Array {
  if (element?.tag === tags.content) return element.content;
  if (element?.tag !== tags.contentInParts) throw new EnvelopeRefused('content');
  return Buffer.concat(element.children.map((part) => contentOf(part, tags.octetString)));
}

function childrenOf(element: BerElement | undefined, tag: number, count: number): readonly BerElement[] {
  if (element?.tag !== tag || element.children.length !== count) throw new EnvelopeRefused('structure');
  return element.children;
}

function contentOf(element: BerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new EnvelopeRefused('structure');
  return element.content;
}

function expectBytes(element: BerElement | undefined, ...expected: readonly Uint8Array[]): void {
  if (!expected.some((bytes) => element && Buffer.compare(element.encoding, bytes) === 0))
    throw new EnvelopeRefused('structure');
}
