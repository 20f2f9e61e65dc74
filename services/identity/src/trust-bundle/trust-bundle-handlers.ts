import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { TrustBundleProposal } from './propose-trust-bundle.js';

export type TrustBundleHandlersDeps = { readonly proposeTrustBundle: () => Promise<TrustBundleProposal> };

export function trustBundleHandlers({
  proposeTrustBundle,
}: TrustBundleHandlersDeps): Pick<Handlers<IdentityDefinition>, 'ProposeTrustBundle'> {
  return {
    async ProposeTrustBundle({ knownRevision }) {
      const { revision, applicationsJson } = await proposeTrustBundle();
      return revision === knownRevision ? { revision, unchanged: true } : { revision, applicationsJson };
    },
  };
}
