export type {
  Answer,
  AuthorizationSignature,
  HashSignature,
  MessageSignature,
  SignedTransaction,
} from './answers.js';
export { parseBase64Text } from './base64-text.js';
export type { DecodedOperation } from './chain-codec.js';
export type { SignedBitcoinTransaction } from './btc/signed-psbt.js';
export { paymentPsbt } from './btc/payment-psbt.js';
export type { Payment, SpentOutput } from './btc/payment-psbt.js';
export { viewPsbt } from './btc/transaction-view.js';
export type { BitcoinInput, BitcoinOutput, BitcoinTransaction } from './btc/transaction-view.js';

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
export { decodeOperation, hashAnswer, planSigning, readOperation } from './read-operation.js';
export type { ReadOperation } from './read-operation.js';
export { assertHashOf, resolveOperation } from './requested-operation.js';
export type {
  RequestedHash,
  RequestedMessage,
  RequestedOperation,
  RequestedTransaction,
  ResolvedOperation,
  Target,
} from './requested-operation.js';
export { requestedFromWire, requestedToWire } from './requested-on-the-wire.js';
export type { RequestedOnTheWire } from './requested-on-the-wire.js';
export { instructionNames } from './sol/instruction-names.js';
export { maxSolanaFee } from './sol/max-fee.js';
export { looksLikeSolanaTransaction } from './sol/transaction.js';
export type { SignedSolanaTransaction } from './sol/transaction.js';
export { UNKNOWN_ACCOUNT } from './sol/transaction-view.js';
export type { SolanaAccount, SolanaInstruction, SolanaTransaction } from './sol/transaction-view.js';
