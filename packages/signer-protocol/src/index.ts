export {
  attestationFormats,
  decodeAttestedClaims,
  decodeSelfSignedAttestation,
  encodeAttestedClaims,
  encodeSelfSignedAttestation,
  selfSignedPayload,
} from './attestation.js';
export type { AttestationFormat, AttestedClaims, SelfSignedAttestation } from './attestation.js';
export { base64urlOf, bytesOfBase64url } from './base64url.js';
export {
  bytesOfInteger,
  bytesOfText,
  decodeCanonical,
  encodeCanonical,
  integerOf,
  textOf,
} from './canonical.js';
export { decodeMessage, encodeMessage, MalformedMessage } from './codec.js';
export type { Field, MessageOf, MessageTable, ScalarType } from './codec.js';
export { journalCheckpointPayload } from './journal-checkpoint.js';
export type { JournalCheckpoint } from './journal-checkpoint.js';
export {
  isAllowedStep,
  isIdOfLog,
  judgeLogStep,
  logKeyOf,
  noCheckpoint,
  readLogCheckpoint,
  shardOfLog,
  signerKeyOf,
  textOfLogCheckpoint,
  witnessKeyOf,
} from './log-checkpoint.js';
export type { LogCheckpoint, LogProof, LogStep } from './log-checkpoint.js';
export { algorithmsOf, hiddenCharacters, maxKeySetBytes, maxKeysInSet, parseKeySet } from './key-set.js';
export type { KeySetReading, PublicJwk } from './key-set.js';
export { keyThumbprint } from './key-thumbprint.js';
export {
  decodeMandate,
  encodeMandate,
  mandatePayload,
  maxMandateSeconds,
  verdictMacInfo,
} from './mandate.js';
export type { Mandate, SignedMandate } from './mandate.js';
export { isSignerMethod, signerMethods } from './messages.js';
export type {
  ApplicationTrust,
  SignerMethod,
  SignerRequest,
  SignerResponse,
  WalletContext,
} from './messages.js';
export { isEmailVerified } from './email-verified.js';
export { normalizeEmail } from './normalize-email.js';
export {
  exportAssociatedData,
  exportDomain,
  exportOperation,
  exportPayload,
  importAssociatedData,
  importDomain,
} from './private-key-transfer.js';
export { decodeReceipt, encodeReceipt, receiptSignaturePayload, requestHashOf } from './receipt.js';
export type { Receipt, ReceiptRequest } from './receipt.js';
export { Refused, refusalFromWire, refusalToWire, signerRefusals } from './refusals.js';
export type { RefusalOnTheWire, SignerRefusal } from './refusals.js';
export { ed25519PublicKey, kidOfPublicKey } from './ed25519.js';
export { signTrustBundle } from './signed-trust-bundle.js';
export { parseStrictJson, refuseDuplicateKeys, StrictJsonError } from './strict-json.js';
export {
  absentType,
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  isSameTokenSettings,
  maxTokenTypes,
  mediaTypeOf,
  problemOfTokenTypes,
  unlessDefault,
} from './token-settings.js';
export type { TokenSettings } from './token-settings.js';
export {
  developmentRootPrefix,
  encodeTrustBundle,
  maxSignedTrustBundleBytes,
  maxTrustBundleBytes,
  parseTrustBundle,
} from './trust-bundle.js';
export type {
  ParsedTrustBundle,
  TrustBundle,
  TrustedApplication,
  TrustedProvider,
  TrustRoot,
} from './trust-bundle.js';
export {
  decodeVerdict,
  encodeVerdict,
  maxVerdictBytes,
  maxVerdictLifetimeSeconds,
  verdictVoidPayload,
} from './verdict.js';
export type { MfaRequirement, Verdict, VerdictReservation } from './verdict.js';
export { isOfSmallOrder, x25519PrivateKey, x25519PublicKeyOf, x25519SharedSecret } from './x25519.js';
export {
  digestOf,
  encodeApplicationDocument,
  isSameSource,
  maxApplicationDocumentBytes,
  maxIssuersOfApplication,
  parseApplicationDocument,
  subjectOfApplication,
  subjectOfKeySet,
} from './trust/application-document.js';
export type {
  ApplicationDocument,
  KeySource,
  KnownIssuer,
  ProviderInDocument,
} from './trust/application-document.js';
export { readBakedTrust } from './trust/baked-trust.js';
export { judgeApplicationDocument } from './trust/judge-application-document.js';
export type { JudgedDocument, Judgement } from './trust/judge-application-document.js';
export { acceptRootDocument, encodeRootDocument, parseRootDocument } from './trust/root-document.js';
export type { RootDocument, RootInForce, Signers } from './trust/root-document.js';
export {
  countSigners,
  documentSignaturePayload,
  encodeSignedDocument,
  parseSignedDocument,
  signDocument,
} from './trust/signed-document.js';
export type {
  DocumentKey,
  DocumentKind,
  DocumentSignature,
  SignedDocument,
} from './trust/signed-document.js';
export { signStatement, statementOf } from './trust/statement.js';
export type { SignedStatement, StatedItem, Statement } from './trust/statement.js';
export { demandAgreement, statementMaxAgeSeconds, testimonyOf } from './trust/agreement.js';
export type { Agreed, Testimony } from './trust/agreement.js';
