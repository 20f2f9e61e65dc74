import { parseBase64Text } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import { exampleAddressAndKey, publicKeyField, publicKeyText } from './public-key.js';

/** The scheme that seals private keys in transit, for the reference. */
export const suite =
  'HPKE (RFC 9180), base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM; `info` and ' +
  '`associated_data` as in the answer.';

const publicKeyBytes = 32;
const base64 = (description: string) => Type.String({ description });

/** How `associated_data` is written, for the reference. `domain` is `info`, in UTF-8. */
export const bindingFields = (domain: string, fields: string) => ({
  info: base64(`base64 of \`${domain}\``),
  associated_data: base64(
    `base64. What the key is bound to: the number of fields, then \`info\` and each field after its length in ` +
      `bytes. Numbers have 4 bytes, big-endian; text is UTF-8. The fields: ${fields}`,
  ),
});

export const recipientPublicKey = Type.String({
  maxLength: 44,
  description: 'X25519 public key (RFC 7748): 32 bytes in base64',
  examples: ['3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08='],
});

/** 32 bytes of an X25519 public key. */
export function publicKeyOf(text: string, path: string): Buffer {
  const bytes = parseBase64Text(text, path, publicKeyBytes);
  if (bytes.length !== publicKeyBytes) throw invalidField(path, `must encode ${publicKeyBytes} bytes`);
  return bytes;
}

export const exportAnswer = Type.Object(
  {
    wallet_id: Type.String(),
    public_address: Type.String(),
    public_key: publicKeyField,
    encapsulated_key: base64('base64'),
    ciphertext: base64(
      'base64. The plaintext is JSON: `private_key` (64 hex digits; on SOL the Ed25519 seed). Wallets that ' +
        'were created here also have `mnemonic` (24 words) and `derivation_path`',
    ),
    ...bindingFields(
      'wallet-service/export/1',
      'id of the application, `wallet_id`, `public_address`, the 32 bytes of `recipient_public_key`',
    ),
  },
  { title: 'ExportedKey' },
);

export function shownExport(exported: ReceivedResponseOf<WalletDefinition['ExportPrivateKey']>) {
  return {
    wallet_id: exported.walletId,
    public_address: exported.address,
    public_key: publicKeyText(exported.publicKey),
    encapsulated_key: exported.encapsulatedKey.toString('base64'),
    ciphertext: exported.ciphertext.toString('base64'),
    info: exported.info.toString('base64'),
    associated_data: exported.associatedData.toString('base64'),
  };
}

export const examplePublicKey = '3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=';
export const exampleSealed = {
  encapsulated_key: 'hSDwCYkwp1R0i33ctD73WgI2/UcfGskYdQe+UJFhWlw=',
  ciphertext: 'c2VhbGVk',
};
export const exampleBinding = { info: 'aW5mbw==', associated_data: 'YWFk' };
export const exampleExport = {
  wallet_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  ...exampleAddressAndKey,
  ...exampleSealed,
  ...exampleBinding,
};
