import {
  constants,
  createCipheriv,
  createHash,
  publicEncrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const envelopedData = hex('06092a864886f70d010703');
const data = hex('06092a864886f70d010701');
const aes256Cbc = hex('060960864801650304012a');
const version2 = hex('020102');
const oaepSha256 = hex(
  '303c06092a864886f70d010107302fa00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500',
);
const partBytes = 1_000;

/** One element of DER. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Uint8Array.of(tag, content.length), content]);
  const length =
    content.length < 0x100 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...length), content]);
}

/** One constructed element with an indefinite length, as AWS KMS writes the outer ones. */
function streamed(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Uint8Array.of(tag, 0x80), ...parts, Uint8Array.of(0, 0)]);
}

/**
 * CMS EnvelopedData in the form that KMS returns in CiphertextForRecipient: RSAES-OAEP with SHA-256 around an
 * AES-256-CBC key.
 */
export function sealForRecipient(plaintext: Uint8Array, publicKey: KeyObject): Buffer {
  const [contentKey, iv] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', contentKey, iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const encryptedKey = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, contentKey);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const recipient = element(0x30, version2, element(0x80, keyId), oaepSha256, element(0x04, encryptedKey));
  const parts: Buffer[] = [];
  for (let at = 0; at < ciphertext.length; at += partBytes)
    parts.push(element(0x04, ciphertext.subarray(at, at + partBytes)));
  const algorithm = element(0x30, aes256Cbc, element(0x04, iv));
  const content = streamed(0x30, data, algorithm, streamed(0xa0, ...parts));
  const enveloped = streamed(0x30, version2, element(0x31, recipient), content);
  return streamed(0x30, envelopedData, streamed(0xa0, enveloped));
}
