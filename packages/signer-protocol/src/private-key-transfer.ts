import { encodeCanonical } from './canonical.js';

/**
 * How a private key enters and leaves the signer: HPKE (RFC 9180) in base mode with DHKEM(X25519,
 * HKDF-SHA256), HKDF-SHA256 and AES-256-GCM, one message under sequence number 0. `info` is the domain; the
 * associated data name the wallet, so that neither can be passed off as another's.
 */
export const exportDomain = 'wallet-service/export/1';
export const importDomain = 'wallet-service/import/1';

/** The verdict's operation for an export. */
export const exportOperation = 'export_private_key';

/**
 * What the verdict's only payload hash is of: it names the recipient, so that permission for one is none for
 * another. `recipientPublicKey`: X25519, 32 bytes.
 */
export function exportPayload(recipientPublicKey: Uint8Array): Uint8Array {
  return encodeCanonical('wallet-service/export-request/1', [recipientPublicKey]);
}

/**
 * Associated data of an export. The plaintext is UTF-8 JSON: `private_key` (hex of 32 bytes; SOL: the Ed25519
 * seed), and for wallets that were made by the signer `mnemonic` (24 words of BIP-39) and `derivation_path`.
 */
export function exportAssociatedData(wallet: {
  readonly applicationId: string;
  readonly walletId: string;
  readonly address: string;
  readonly recipientPublicKey: Uint8Array;
}): Uint8Array {
  const { applicationId, walletId, address, recipientPublicKey } = wallet;
  return encodeCanonical(exportDomain, [applicationId, walletId, address, recipientPublicKey]);
}

/**
 * Associated data of an import. The plaintext is the 32 bytes of the key (SOL: the Ed25519 seed). Who seals
 * it does not know the wallet's id yet, but knows whose it shall be: sealed by one user it can't be imported
 * by another.
 */
export function importAssociatedData(wallet: {
  readonly applicationId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly chain: string;
  readonly network: string;
}): Uint8Array {
  const { applicationId, issuer, subject, chain, network } = wallet;
  return encodeCanonical(importDomain, [applicationId, issuer, subject, chain, network]);
}
