import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/**
 * Resolves names only by DNS. Slow name servers, which a tenant may choose, would block the few threads of
 * the system's resolver, and that resolver would know the private names of this network (hosts file, search
 * domains).
 */
export function createDnsLookup(resolver = new Resolver({ timeout: 1_000, tries: 2 })): LookupFunction {
  return (hostname, options, callback) => {
    // The one name that no name server answers for (RFC 6761 section 6.3). Whether it may be reached is
    // decided elsewhere.
    if (hostname === 'localhost') {
      systemLookup(hostname, options, callback);
      return;
    }
    void addressesOf(resolver, hostname).then((addresses) => {
      const [first] = addresses;
      if (first === undefined) {
        callback(Object.assign(new Error('the name does not resolve'), { code: 'ENOTFOUND' }), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

async function addressesOf(resolver: Resolver, hostname: string) {
  const none = (): string[] => [];
  const [four, six] = await Promise.all([
    resolver.resolve4(hostname).catch(none),
    resolver.resolve6(hostname).catch(none),
  ]);
  return [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ];
}
