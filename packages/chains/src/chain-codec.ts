import type { MessageSignature, SignedTransaction } from './answers.js';
import type { BitcoinTransaction } from './btc/transaction-view.js';
import type { EthTransaction } from './eth/transaction.js';
import type { TypedData } from './eth/typed-data-values.js';
import type {
  Eip7702Authorization,
  ExportPrivateKey,
  Message,
  MessageFormat,
  RawHash,
  RawSignature,
  SigningWallet,
} from './operation.js';
import type { SolanaTransaction } from './sol/transaction-view.js';

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

/** The bytes to sign, and on request what they mean. */
export type Read = { readonly payloads: readonly Uint8Array[]; readonly decode: () => DecodedOperation };

export type ReadTransaction = Read & {
  /** What a node accepts, from one signature for each payload, in their order. */
  readonly signed: (signatures: readonly RawSignature[]) => SignedTransaction;
};

/**
 * How operations become bytes on a chain, and signatures become answers. Errors point into the body of the
 * signing request.
 */
export type ChainCodec = {
  /** The formats that a message may have; the first is the one of a request that names none. */
  readonly messageFormats: readonly [MessageFormat, ...MessageFormat[]];
  readonly readMessage: (wallet: SigningWallet, operation: Message) => Read;
  /** Refused with `chain.operation-unsupported` where nothing is signed that nobody can read. */
  readonly readHash: (operation: RawHash) => Read;
  readonly readTransaction: (wallet: SigningWallet, unsigned: Uint8Array) => ReadTransaction;
  readonly messageAnswer: (
    wallet: SigningWallet,
    operation: Message,
    signature: RawSignature,
  ) => MessageSignature;
};
