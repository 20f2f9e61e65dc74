import type { LocalCertificates } from './local-certificates.js';
import type { LocalSecrets } from './local-secrets.js';

export type SignerFiles = {
  readonly root: string;
  readonly certificates: LocalCertificates;
  readonly secrets: LocalSecrets;
  readonly bakedBundleFile: string;
};

/** The flags of node that harden the signer. */
export function signerFlags(_files: SignerFiles): Promise<readonly string[]> {
  return Promise.resolve(['--disallow-code-generation-from-strings']);
}
