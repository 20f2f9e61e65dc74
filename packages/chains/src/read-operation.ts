import { invalidField } from '@wallet-service/errors';
import { exportPayload } from '@wallet-service/signer-protocol';
import { genericMessageDigest } from './btc/generic-message.js';
import { inputDigests, parsePsbt } from './btc/psbt.js';
import { signedMessageDigest } from './btc/signed-message.js';
import { viewParsedPsbt, type BitcoinTransaction } from './btc/transaction-view.js';
import { authorizationDigest } from './eth/authorization.js';
import { personalMessageDigest } from './eth/personal-message.js';
import { decodeUnsigned, transactionHash } from './eth/transaction-codec.js';
import type { EthTransaction } from './eth/transaction.js';
import type { TypedData } from './eth/typed-data-values.js';
import { parseTypedData } from './eth/typed-data.js';
import type {
  Eip7702Authorization,
  ExportPrivateKey,
  Message,
  Operation,
  RawHash,
  SigningPlan,
  SigningWallet,
} from './operation.js';
import { assertPlainMessage } from './sol/plain-message.js';
import { viewSolanaMessage, type SolanaTransaction } from './sol/transaction-view.js';
import { looksLikeSolanaTransaction, parseSolanaTransaction, signerIndex } from './sol/transaction.js';
import { unsupported } from './unsupported.js';

/** What an operation means, for policies to decide on. */
export type DecodedOperation =
  | RawHash
  | Message
  | Eip7702Authorization
  | ExportPrivateKey
  | { readonly kind: 'ethereum_transaction'; readonly transaction: EthTransaction }
  | { readonly kind: 'typed_data'; readonly typedData: TypedData }
  | { readonly kind: 'solana_transaction'; readonly transaction: SolanaTransaction }
  | { readonly kind: 'bitcoin_transaction'; readonly transaction: BitcoinTransaction };

/** An operation that was read once: the bytes to sign, and on request what they mean. */
export type ReadOperation = { readonly plan: SigningPlan; readonly decode: () => DecodedOperation };

type Read = { readonly payloads: readonly Uint8Array[]; readonly decode: () => DecodedOperation };

/** Reads an operation once, however much is asked about it afterwards: parsing is what costs. */
export function readOperation(wallet: SigningWallet, operation: Operation): ReadOperation {
  const { payloads, decode } = read(wallet, operation);
  return { plan: { scheme: wallet.chain === 'SOL' ? 'ed25519' : 'ecdsa-secp256k1', payloads }, decode };
}

function read(wallet: SigningWallet, operation: Operation): Read {
  switch (operation.kind) {
    case 'raw_hash':
      return { payloads: [rawHash(wallet, operation.hash)], decode: () => operation };
    case 'message':
      return {
        payloads: [messagePayload(wallet, operation)],
        decode: () => decodeMessage(wallet, operation),
      };
    case 'eip7702_authorization':
      if (wallet.chain !== 'ETH')
        throw unsupported('EIP-7702 delegates Ethereum accounts: use a wallet of chain ETH');
      return { payloads: [authorizationDigest(operation)], decode: () => operation };
    case 'typed_data': {
      if (wallet.chain !== 'ETH')
        throw unsupported('typed data (EIP-712) is of Ethereum: use a wallet of chain ETH');
      const typedData = parseTypedData(operation.version, operation.json);
      return { payloads: [typedData.digest], decode: () => ({ kind: 'typed_data', typedData }) };
    }
    case 'transaction':
      return readTransaction(wallet, operation.unsigned);
    case 'export_private_key':
      // Never signed: the verdict's hash of it names the recipient.
      if (operation.recipientPublicKey.length !== 32)
        throw invalidField('/recipient_public_key', 'an X25519 public key has 32 bytes');
      return { payloads: [exportPayload(operation.recipientPublicKey)], decode: () => operation };
  }
}

function readTransaction(wallet: SigningWallet, unsigned: Uint8Array): Read {
  switch (wallet.chain) {
    case 'ETH': {
      // The decoder takes only what the encoder produces, so the given bytes are the canonical ones.
      const transaction = decodeUnsigned(unsigned, '/payload');
      const decode = () => ({ kind: 'ethereum_transaction', transaction }) as const;
      return { payloads: [transactionHash(unsigned)], decode };
    }
    case 'SOL': {
      const envelope = parseSolanaTransaction(unsigned, '/payload');
      signerIndex(envelope, wallet, '/payload');
      const { message, messageBytes } = envelope;
      const decode = () => ({ kind: 'solana_transaction', transaction: viewSolanaMessage(message) }) as const;
      return { payloads: [messageBytes], decode };
    }
    case 'BTC': {
      const psbt = parsePsbt(wallet, unsigned, '/payload');
      const decode = () =>
        ({ kind: 'bitcoin_transaction', transaction: viewParsedPsbt(wallet, psbt) }) as const;
      return { payloads: inputDigests(psbt, wallet.publicKey), decode };
    }
  }
}

/** A message on SOL that is a transaction, or the message of one, means that transaction. */
function decodeMessage({ chain }: SigningWallet, operation: Message): DecodedOperation {
  if (chain !== 'SOL' || !looksLikeSolanaTransaction(operation.message)) return operation;
  const { message } = parseSolanaTransaction(operation.message, '/message_base64');
  return { kind: 'solana_transaction', transaction: viewSolanaMessage(message) };
}

function rawHash(wallet: SigningWallet, hash: Uint8Array): Uint8Array {
  if (wallet.chain === 'SOL') {
    throw unsupported('Ed25519 signs messages, not hashes: sign the message itself on SOL');
  }
  if (wallet.chain === 'BTC') {
    throw unsupported('a bare hash is not signed on BTC: sign a PSBT, or a message by BIP-137 or BIP-322');
  }
  if (hash.length !== 32) throw invalidField('/raw_data_hash', 'a hash has 32 bytes');
  return hash;
}

function messagePayload(wallet: SigningWallet, { message, format }: Message): Uint8Array {
  switch (wallet.chain) {
    case 'ETH':
      if (format !== 'eip191') throw unsupported('a message on ETH has the format eip191');
      return personalMessageDigest(message);
    case 'SOL':
      if (format !== 'raw') throw unsupported('a message on SOL has the format raw');
      assertPlainMessage(message, wallet.publicKey, '/message_base64');
      return message;
    case 'BTC':
      if (format === 'bip137') return signedMessageDigest(message);
      if (format === 'bip322') return genericMessageDigest(message, wallet.publicKey);
      throw unsupported('a message on BTC has the format bip137 or bip322');
  }
}
