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

/** The meaning of an operation, for policies to decide on. */
export type DecodedOperation =
  | RawHash
  | Message
  | Eip7702Authorization
  | ExportPrivateKey
  | { readonly kind: 'ethereum_transaction'; readonly transaction: EthTransaction }
  | { readonly kind: 'typed_data'; readonly typedData: TypedData }
  | { readonly kind: 'solana_transaction'; readonly transaction: SolanaTransaction }
  | { readonly kind: 'bitcoin_transaction'; readonly transaction: BitcoinTransaction };

/** The bytes to sign and, on request, their meaning. */
export type Read = { readonly payloads: readonly Uint8Array[]; readonly decode: () => DecodedOperation };

export type ReadTransaction = Read & {
  /** What a node accepts, made from one signature per payload, in order. */
  readonly signed: (signatures: readonly RawSignature[]) => SignedTransaction;
};

/**
 * How operations become bytes on a chain, and signatures become answers. Error paths point into the body of
 * the signing request.
 */
export type ChainCodec = {
  /** The formats of a message. The first is the default. */
  readonly messageFormats: readonly [MessageFormat, ...MessageFormat[]];
  readonly readMessage: (wallet: SigningWallet, operation: Message) => Read;
  /** Throws `chain.operation-unsupported` if the chain signs nothing that nobody can read. */
  readonly readHash: (operation: RawHash) => Read;
  readonly readTransaction: (wallet: SigningWallet, unsigned: Uint8Array) => ReadTransaction;
  readonly messageAnswer: (
    wallet: SigningWallet,
    operation: Message,
    signature: RawSignature,
  ) => MessageSignature;
};
