import { fromBase64, fromHex, sameBytes, toBase64, utf8, type Hex } from './core/encoding.js';
import { clientError, WalletServiceError } from './core/error.js';
import { ownerOf } from './core/token.js';
import type {
  ExportedKey as SealedKey,
  ExportKeyRequest,
  ExportWalletAnswer,
  ExportWalletRequest,
  GetImportKeyAnswer,
  ImportWalletRequest,
  WalletWithAccessKey,
} from './generated/schemas.js';
import { deriveKeyPair, hmac, newKeyPair, open, seal, type KeyPair } from './keys/hpke.js';
import { canonical, fieldsOf } from './keys/bound-data.js';
import type { CallOptions, Chain } from './wallets.js';

// Private keys on their way out of the service and into it. They are sealed between the signer and this code with HPKE
// (RFC 9180). Whoever only reads in between sees ciphertext. Base mode proves no sender, and nobody signs the import
// key. So a gateway that an attacker controls, or whoever ends its TLS, can put keys of its own in place of ours and of
// the signer's, and read what is exported or imported meanwhile.

export type ExportedKey = {
  readonly walletId: string;
  readonly address: string;
  /** As in the answer: compare it with that of `privateKey` in your library. No curve is computed here. */
  readonly publicKey: Hex;
  /** 32 bytes. SOL: the Ed25519 seed. Overwrite it (`fill(0)`) when you are done. */
  readonly privateKey: Uint8Array;
  /** 24 words of BIP-39, and the path of the key. Wallets whose key was imported have none. */
  readonly mnemonic?: string;
  readonly derivationPath?: string;
};

type Exporter = {
  readonly exportKey: (chain: Chain, body: ExportKeyRequest, options?: CallOptions) => Promise<SealedKey>;
};
type Exported = { readonly chain: Chain; readonly address: string; readonly publicKey: Hex };

/**
 * The private key of a user's wallet of the Express interface: `exportKey(client, await client.wallet('ETH'))`. It is
 * sealed to a key that is made here, is used once, and cannot be read. Checks that the answer is about this wallet, and
 * that it was sealed for it and for us. Throws `client.answer-mismatch` otherwise.
 */
export async function exportKey(
  client: Exporter,
  { chain, address, publicKey }: Exported,
  options?: CallOptions,
): Promise<ExportedKey> {
  const recipient = await newKeyPair();
  const body = { recipient_public_key: toBase64(recipient.publicKey) };
  const sealed = await client.exportKey(chain, body, options);
  if (sealed.public_address !== address || sealed.public_key !== publicKey)
    throw mismatch(`the answer is about the wallet ${sealed.public_address}, not ${address}`);
  return opened(sealed, recipient);
}

type WalletExporter = {
  readonly wallets: {
    readonly export: (body: ExportWalletRequest, options?: CallOptions) => Promise<ExportWalletAnswer>;
  };
};

/** The same for a wallet of the Core interface. `server`: the server's client. */
export async function exportWallet(
  server: WalletExporter,
  body: Omit<ExportWalletRequest, 'recipient_public_key'>,
  options?: CallOptions,
): Promise<ExportedKey> {
  const recipient = await newKeyPair();
  const asked = { ...body, recipient_public_key: toBase64(recipient.publicKey) };
  const { data } = await server.wallets.export(asked, options);
  if (data.wallet_id !== body.wallet_id)
    throw mismatch(`the answer is about the wallet ${data.wallet_id}, not ${body.wallet_id}`);
  return opened(data, recipient);
}

const exportDomain = 'wallet-service/export/1';
const importDomain = 'wallet-service/import/1';

async function opened(sealed: SealedKey, recipient: KeyPair): Promise<ExportedKey> {
  try {
    return await openedBy(recipient, sealed);
  } catch (error) {
    throw error instanceof WalletServiceError ? error : mismatch('the key was not sealed to us', error);
  }
}

async function openedBy(recipient: KeyPair, sealed: SealedKey): Promise<ExportedKey> {
  const { wallet_id: walletId, public_address: address, public_key: publicKey } = sealed;
  const associatedData = fromBase64(sealed.associated_data);
  const [applicationId] = fieldsOf(exportDomain, associatedData) ?? [];
  const expected = [utf8(walletId), utf8(address), recipient.publicKey];
  const isOurs =
    applicationId !== undefined &&
    sameBytes(associatedData, canonical(exportDomain, [applicationId, ...expected]));
  if (!isOurs || !sameBytes(fromBase64(sealed.info), utf8(exportDomain)))
    throw mismatch('the key was sealed for another wallet or recipient');
  const plaintext = await open(
    recipient,
    { encapsulatedKey: fromBase64(sealed.encapsulated_key), ciphertext: fromBase64(sealed.ciphertext) },
    { info: utf8(exportDomain), associatedData },
  );
  const key = JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, string>;
  plaintext.fill(0);
  const { private_key = '', mnemonic, derivation_path: derivationPath } = key;
  const privateKey = fromHex(private_key);
  if (privateKey.length !== 32) throw mismatch('the sealed key does not have 32 bytes');
  return {
    ...{ walletId, address, publicKey: publicKey as Hex, privateKey },
    ...(mnemonic !== undefined && { mnemonic }),
    ...(derivationPath !== undefined && { derivationPath }),
  };
}

type Importer = {
  readonly wallets: {
    readonly importKey: (
      query: { readonly network: string; readonly issuer: string; readonly subject: string },
      options?: CallOptions,
    ) => Promise<GetImportKeyAnswer>;
    readonly import: (body: ImportWalletRequest, options?: CallOptions) => Promise<WalletWithAccessKey>;
  };
};

/**
 * A wallet of the Core interface with this private key, for the user of `auth_jwt`. 32 bytes; SOL: the Ed25519 seed,
 * the first half of a 64-byte key pair. Whoever else has the key still has it.
 *
 * To be able to repeat an import whose answer was lost, choose `idempotencyKey` yourself and keep it: the same key
 * gives the same sealed bytes again, and so the first answer, also after a restart and with a newer token of the user.
 * Repeat it with the same secret key of the application: no other opens the first answer.
 */
export async function importWallet(
  server: Importer,
  privateKey: Uint8Array,
  body: Omit<ImportWalletRequest, 'encapsulated_key' | 'ciphertext'>,
  options: CallOptions = {},
): Promise<WalletWithAccessKey> {
  if (privateKey.length !== 32)
    throw clientError('client.request-invalid', 'a private key has 32 bytes (SOL: the Ed25519 seed)');
  const { issuer, subject } = ownerOf(body.auth_jwt);
  const { idempotencyKey = crypto.randomUUID(), ...others } = options;
  const { data } = await server.wallets.importKey({ network: body.network, issuer, subject }, others);
  const associatedData = fromBase64(data.associated_data);
  const none = new Uint8Array();
  const [applicationId = none, , , chain = none] = fieldsOf(importDomain, associatedData) ?? [];
  const expected = [applicationId, utf8(issuer), utf8(subject), chain, utf8(body.network)];
  const isTheirs = sameBytes(associatedData, canonical(importDomain, expected));
  if (!isTheirs || !sameBytes(fromBase64(data.info), utf8(importDomain)))
    throw mismatch('the import key is for another user or network');
  const to = fromBase64(data.public_key);
  const key = new Uint8Array(privateKey);
  // From the key itself, so that it is as secret, and from all that is sealed, so that no two messages share it.
  const seed = await hmac(key, canonical(importDomain, [utf8(idempotencyKey), to, associatedData]));
  const binding = { info: utf8(importDomain), associatedData };
  const sealed = await seal(await deriveKeyPair(seed), to, binding, key).finally(() => key.fill(0));
  return server.wallets.import(
    {
      ...body,
      encapsulated_key: toBase64(sealed.encapsulatedKey),
      ciphertext: toBase64(sealed.ciphertext),
    },
    { ...options, idempotencyKey },
  );
}

function mismatch(message: string, cause?: unknown): Error {
  return clientError('client.answer-mismatch', message, {}, cause);
}
