import path from 'node:path';
import { hardeningFlags } from '../../../../services/enclave-signer/hardening.mjs';
import type { LocalCertificates } from '@wallet-service/local-certificates';
import type { LocalSecrets } from '@wallet-service/operator-cli/secrets';

/**
 * The flags of node that harden the signer, which may read its own code and its own secrets and nothing else
 * of the machine.
 */
export function signerFlags(
  root: string,
  { signer }: LocalCertificates,
  { sealingKeyFile }: LocalSecrets,
  bakedBundleFile: string,
): readonly string[] {
  const code = ['node_modules', 'services/enclave-signer'].map((folder) => path.join(root, folder));
  return hardeningFlags({
    read: [...code, signer.ca, signer.cert, signer.key, sealingKeyFile, bakedBundleFile],
  });
}
