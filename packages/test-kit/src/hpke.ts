import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';

// HPKE (RFC 9180) as a caller of the API uses it, with another library than the signer's.

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

// The library's types refer to those of browsers.
type Key = { readonly type: string };

export type HpkeMessage = {
  readonly encapsulatedKey: Buffer;
  readonly ciphertext: Buffer;
  readonly info: Buffer;
  readonly associatedData: Buffer;
};

/** A key pair of a recipient. */
export async function hpkeRecipient() {
  const ikm = crypto.getRandomValues(new Uint8Array(32));
  const { publicKey, privateKey: recipientKey } = (await suite.kem.deriveKeyPair(ikm)) as unknown as {
    publicKey: Key;
    privateKey: Key;
  };
  return {
    publicKey: Buffer.from(await suite.kem.serializePublicKey(publicKey)),
    open: async ({
      encapsulatedKey: enc,
      ciphertext,
      info,
      associatedData,
    }: HpkeMessage): Promise<Buffer> => {
      const context = await suite.createRecipientContext({ recipientKey, enc, info });
      return Buffer.from(await context.open(ciphertext, associatedData));
    },
  };
}

export async function hpkeSealTo(
  to: { readonly publicKey: Buffer; readonly info: Buffer; readonly associatedData: Buffer },
  plaintext: Uint8Array,
): Promise<Pick<HpkeMessage, 'encapsulatedKey' | 'ciphertext'>> {
  const recipientPublicKey = (await suite.kem.deserializePublicKey(to.publicKey)) as unknown as Key;
  const context = await suite.createSenderContext({ recipientPublicKey, info: to.info });
  const ciphertext = Buffer.from(await context.seal(plaintext, to.associatedData));
  return { encapsulatedKey: Buffer.from(context.enc), ciphertext };
}
