import { inSpanOrRoot } from '@wallet-service/tracing';
import type { FetchText } from './json-client.js';
import { discoveryUriOf, readDiscovery } from './read-discovery.js';
import { readKeySet, type KeySetReading } from './read-key-set.js';
import { hostOfSource, type Source } from './source.js';

/** `jwksUri`: where the key set is, as far as it is known. */
export type FetchedKeySet = KeySetReading & { readonly jwksUri?: string };

export type KeySetClientOptions = {
  readonly fetchText: FetchText;
  /** The time limit of a source: discovery and key set. */
  readonly timeoutMs: number;
};

export type FetchKeySet = (source: Source) => Promise<FetchedKeySet>;

/** Fetches the key set of a source. */
export function createKeySetClient({ fetchText, timeoutMs }: KeySetClientOptions): FetchKeySet {
  return traced(async ({ issuer, keySource }) => {
    const limit = { signal: AbortSignal.timeout(timeoutMs), ms: timeoutMs };
    const found = keySource === 'discovery' ? await discover(issuer) : { ok: true as const, ...keySource };
    if (!found.ok) return { ok: false, problem: `has a discovery document that ${found.problem}` };
    const { jwksUri } = found;
    const fetched = await fetchText(jwksUri, limit);
    return { ...(fetched.ok ? readKeySet(fetched.text) : fetched), jwksUri };

    async function discover(of: string) {
      const uri = discoveryUriOf(of);
      if (uri === undefined)
        return { ok: false as const, problem: 'has an issuer with a query or a fragment' };
      const described = await fetchText(uri, limit);
      return described.ok ? readDiscovery(described.text, of) : described;
    }
  });
}

/** Only the host of the address, because a tenant may have put a secret into the rest. */
function traced(fetchKeySet: FetchKeySet): FetchKeySet {
  return (source) =>
    inSpanOrRoot({ name: 'fetch key set', kind: 'client' }, async (span) => {
      span?.set({ 'server.address': hostOfSource(source) });
      const fetched = await fetchKeySet(source);
      if (!fetched.ok) span?.fail('key-set-unusable', false);
      return fetched;
    });
}
