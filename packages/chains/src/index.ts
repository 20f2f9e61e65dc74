export { assembleAuthorization, assembleHash, assembleMessage } from './assemble.js';
export type {
  AuthorizationSignature,
  BitcoinMessageSignature,
  EcdsaSignature,
  Ed25519Signature,
  MessageSignature,
  SignedEthTransaction,
  SignedTransaction,
} from './answers.js';
export type { DecodedOperation } from './chain-codec.js';
export { messageFormatsOf } from './codecs.js';
export type { SignedBitcoinTransaction } from './btc/signed-psbt.js';
export { viewPsbt } from './btc/transaction-view.js';
export type { BitcoinInput, BitcoinOutput, BitcoinTransaction } from './btc/transaction-view.js';

export { parseEthTransactionPayload } from './eth/transaction-payload.js';
export type { ParsedTransaction } from './eth/transaction-payload.js';
export type {
  AccessListEntry,
  EthTransaction,
  EthTransactionType,
  SignedAuthorization,
} from './eth/transaction.js';
export { encodeType } from './eth/typed-data-types.js';
export type { AtomicType, FieldType, StructField, StructTypes } from './eth/typed-data-types.js';
export type { TypedData, TypedStruct, TypedValue } from './eth/typed-data-values.js';
export { messageFormats, typedDataVersions } from './operation.js';
export type {
  Eip7702Authorization,
  ExportPrivateKey,
  Message,
  MessageFormat,
  Operation,
  RawHash,
  RawSignature,
  SigningPlan,
  SigningWallet,
  TypedDataOperation,
  TypedDataVersion,
  UnsignedTransaction,
} from './operation.js';
export type { DecodedInstruction, InstructionValue } from './sol/instruction-layout.js';
export { operationFromWire, operationToWire } from './operation-on-the-wire.js';
export type { OperationOnTheWire } from './operation-on-the-wire.js';
export { decodeOperation, planSigning, readOperation } from './read-operation.js';
export type { ReadOperation } from './read-operation.js';
export { instructionNames } from './sol/instruction-names.js';
export { maxSolanaFee } from './sol/max-fee.js';
export { looksLikeSolanaTransaction } from './sol/transaction.js';
export type { SignedSolanaTransaction } from './sol/transaction.js';
export { UNKNOWN_ACCOUNT } from './sol/transaction-view.js';
export type { SolanaAccount, SolanaInstruction, SolanaTransaction } from './sol/transaction-view.js';
