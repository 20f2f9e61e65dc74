import { hpkeRecipient, hpkeSealTo } from '@wallet-service/test-kit/hpke';

// HPKE with the names and the base64 of the API.

/** The API's answer to an export, all in base64. */
export type SealedExport = {
  readonly encapsulated_key: string;
  readonly ciphertext: string;
  readonly info: string;
  readonly associated_data: string;
};
/** The API's answer to a request for the import key, all in base64. */
export type ImportKey = {
  readonly public_key: string;
  readonly info: string;
  readonly associated_data: string;
};

/** The recipient of an export: the public key in base64, and a function that opens the answer. */
export async function exportRecipient() {
  const { publicKey, open } = await hpkeRecipient();
  return {
    publicKey: publicKey.toString('base64'),
    /** The plaintext, which is JSON. */
    open: async (sealed: SealedExport) => {
      const opened = await open({
        encapsulatedKey: bytes(sealed.encapsulated_key),
        ciphertext: bytes(sealed.ciphertext),
        info: bytes(sealed.info),
        associatedData: bytes(sealed.associated_data),
      });
      return JSON.parse(opened.toString()) as { private_key: string; mnemonic?: string };
    },
  };
}

/** The fields of an import of these 32 bytes. */
export async function sealForImport(privateKey: Uint8Array, target: ImportKey) {
  const to = {
    publicKey: bytes(target.public_key),
    info: bytes(target.info),
    associatedData: bytes(target.associated_data),
  };
  const { encapsulatedKey, ciphertext } = await hpkeSealTo(to, privateKey);
  return {
    encapsulated_key: encapsulatedKey.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  };
}

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');
