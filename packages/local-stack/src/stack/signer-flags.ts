import path from 'node:path';
import { hardeningFlags } from '../../../../services/enclave-signer/hardening.mjs';
import type { LocalCertificates } from '@wallet-service/local-certificates';
import type { ServiceSecrets } from '@wallet-service/operator-cli/secrets';

/**
 * The node flags that harden the signer: it may read its own code and secrets, and nothing else on the
 * machine.
 */
export function signerFlags(
  root: string,
  { signer }: LocalCertificates,
  { sealingKeyFile }: ServiceSecrets,
  rootDocumentFile: string,
): readonly string[] {
  const code = ['node_modules', 'services/enclave-signer'].map((folder) => path.join(root, folder));
  return hardeningFlags({
    read: [...code, signer.ca, signer.cert, signer.key, sealingKeyFile, rootDocumentFile],
  });
}
