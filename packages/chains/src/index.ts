export { assembleAuthorization, assembleHash, assembleMessage } from './assemble.js';
export type {
  AuthorizationSignature,
  BitcoinMessageSignature,
  EcdsaSignature,
  Ed25519Signature,
  MessageSignature,
} from './assemble.js';
export { messageFormats, typedDataVersions } from './operation.js';
export type {
  Eip7702Authorization,
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
export { planSigning } from './plan-signing.js';
