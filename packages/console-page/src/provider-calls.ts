import type { Call } from './call-text.ts';

/** What a page asks of the API to show providers, and whether signers trust these. */
export function callsOfProviders(
  providers: readonly { readonly id: string }[] = [],
): readonly [Call, ...Call[]] {
  return [
    { method: 'GET', path: '/v1/identity/provider', sdk: 'server.providers.list()' },
    ...providers.map(({ id }): Call => ({
      ...{ method: 'GET', path: `/v1/identity/provider/${id}/status` },
      sdk: `await server.providers.status('${id}')`,
    })),
  ];
}
