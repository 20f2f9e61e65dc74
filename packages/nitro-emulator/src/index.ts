export { emulatedMeasurements, emulatedPcrs, makeNsmAuthority } from './nsm-authority.js';
export type { EmulatedDocument, NsmAuthority } from './nsm-authority.js';
export { startNsm } from './nsm-server.js';
export type { EmulatedNsm, NsmServerOptions } from './nsm-server.js';
export {
  generateDataKeyPairWithoutPlaintext,
  generateDataKeyWithoutPlaintext,
  makeKmsKey,
} from './kms-keys.js';
export type { EncryptionContext, KmsKey } from './kms-keys.js';
export type { RecipientPolicy } from './kms-recipient.js';
export { startKms } from './kms-server.js';
export type { EmulatedKms, KmsServerOptions } from './kms-server.js';
