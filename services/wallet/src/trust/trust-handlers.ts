import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import type { TrustQuestion, TrustStatus } from './get-trust-status.js';

type Scope = { readonly deadline: number; readonly traceId: string };

export function trustHandlers({
  publish,
  status,
}: {
  readonly publish: (signed: Uint8Array, scope: Scope) => Promise<number>;
  readonly status: (question: TrustQuestion, scope: Scope) => Promise<TrustStatus>;
}): Pick<Handlers<WalletDefinition>, 'PublishTrustBundle' | 'GetTrustStatus'> {
  return {
    async PublishTrustBundle({ signedBundle }, scope) {
      return { version: await publish(signedBundle, scope) };
    },
    GetTrustStatus: (question, scope) => status(question, scope),
  };
}
