import { viewPsbt, type BitcoinTransaction } from './btc/transaction-view.js';
import type { EthTransaction } from './eth/transaction.js';
import { decodeUnsigned } from './eth/transaction-codec.js';
import { parseTypedData } from './eth/typed-data.js';
import type { TypedData } from './eth/typed-data-values.js';
import type {
  Eip7702Authorization,
  ExportPrivateKey,
  Message,
  Operation,
  RawHash,
  SigningWallet,
} from './operation.js';
import { planSigning } from './plan-signing.js';
import { looksLikeSolanaTransaction, parseSolanaTransaction } from './sol/transaction.js';
import { viewSolanaMessage, type SolanaTransaction } from './sol/transaction-view.js';

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

/**
 * The meaning of the bytes that `planSigning` gives for the same arguments; refuses what it refuses. A message on SOL that is a
 * transaction, or the message of one, is decoded as that transaction.
 */
export function decodeOperation(wallet: SigningWallet, operation: Operation): DecodedOperation {
  planSigning(wallet, operation);
  switch (operation.kind) {
    case 'raw_hash':
    case 'eip7702_authorization':
    case 'export_private_key':
      return operation;
    case 'message':
      if (wallet.chain !== 'SOL' || !looksLikeSolanaTransaction(operation.message)) return operation;
      return solanaTransaction(operation.message, '/message_base64');
    case 'typed_data':
      return { kind: 'typed_data', typedData: parseTypedData(operation.version, operation.json) };
    case 'transaction':
      return decodeTransaction(wallet, operation.unsigned);
  }
}

function decodeTransaction(wallet: SigningWallet, unsigned: Uint8Array): DecodedOperation {
  switch (wallet.chain) {
    case 'ETH':
      return { kind: 'ethereum_transaction', transaction: decodeUnsigned(unsigned, '/payload') };
    case 'SOL':
      return solanaTransaction(unsigned, '/payload');
    case 'BTC':
      return { kind: 'bitcoin_transaction', transaction: viewPsbt(wallet, unsigned, '/payload') };
  }
}

function solanaTransaction(bytes: Uint8Array, path: string): DecodedOperation {
  const { message } = parseSolanaTransaction(bytes, path);
  return { kind: 'solana_transaction', transaction: viewSolanaMessage(message) };
}
