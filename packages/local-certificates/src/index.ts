export {
  certificateFiles,
  makeLocalCertificates,
  makeServerCertificate,
  readCertificate,
} from './local-certificates.js';
export type { CertificateFiles, LocalCertificates } from './local-certificates.js';
export type { ProcessName } from './process-names.js';
export { processNames } from './process-names.js';
