import type { webcrypto } from 'node:crypto';
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';

// HPKE (RFC 9180) as a caller of the API has it: another library than the signer's.

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** What the API answers an export with; all in base64. */
export type SealedExport = {
  readonly encapsulated_key: string;
  readonly ciphertext: string;
  readonly info: string;
  readonly associated_data: string;
};
/** What the API answers a question for the import key with; all in base64. */
export type ImportKey = {
  readonly public_key: string;
  readonly info: string;
  readonly associated_data: string;
};

/** Who exports: the public key in base64, and what opens the answer. */
export async function exportRecipient() {
  const pair = (await suite.kem.generateKeyPair()) as webcrypto.CryptoKeyPair;
  return {
    publicKey: base64(await suite.kem.serializePublicKey(pair.publicKey)),
    /** The plaintext, which is JSON. */
    open: async ({ encapsulated_key, ciphertext, info, associated_data }: SealedExport) => {
      const opened = await suite.open(
        { recipientKey: pair.privateKey, enc: bytes(encapsulated_key), info: bytes(info) },
        bytes(ciphertext),
        bytes(associated_data),
      );
      return JSON.parse(Buffer.from(opened).toString()) as { private_key: string; mnemonic?: string };
    },
  };
}

/** The fields of an import of these 32 bytes. */
export async function sealForImport(privateKey: Uint8Array, target: ImportKey) {
  const { enc, ct } = await suite.seal(
    {
      recipientPublicKey: (await suite.kem.deserializePublicKey(
        bytes(target.public_key),
      )) as webcrypto.CryptoKey,
      info: bytes(target.info),
    },
    new Uint8Array(privateKey).buffer,
    bytes(target.associated_data),
  );
  return { encapsulated_key: base64(enc), ciphertext: base64(ct) };
}

function bytes(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer;
}

function base64(data: ArrayBuffer): string {
  return Buffer.from(data).toString('base64');
}
