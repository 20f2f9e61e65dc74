import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Ranges that request-filtering-agent 3.2.1 takes for public ones: IPv4-compatible addresses, local-use NAT64
 * (RFC 8215), site-local addresses (RFC 3879), segment routing (RFC 9602) and documentation (RFC 9637); and
 * the one public address at which a cloud (Azure) answers each of its machines about that machine.
 */
const ranges = new BlockList();
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['fec0::', 10],
  ['5f00::', 16],
  ['3fff::', 20],
] as const) {
  ranges.addSubnet(network, prefix, 'ipv6');
}
ranges.addAddress('168.63.129.16', 'ipv4');

function isInOtherRange(host: string): boolean {
  const family = isIP(host);
  return family !== 0 && ranges.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Throws PrivateAddress for an address literal inside those ranges; a host name passes. The loopback address
 * ::1 is left to the agent.
 */
export function refuseOtherPrivateAddress(host: string): void {
  if (host !== '::1' && isInOtherRange(host)) {
    throw new PrivateAddress('the address is not public');
  }
}

/** The same check for the resolved address, before anything connects to it. */
export function withoutOtherPrivateAddresses(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) {
        callback(error, '');
        return;
      }
      try {
        const found = typeof address === 'string' ? [address] : address.map((entry) => entry.address);
        found.forEach(refuseOtherPrivateAddress);
      } catch (refusal) {
        callback(refusal as NodeJS.ErrnoException, '');
        return;
      }
      callback(null, address, family);
    });
  };
}

/**
 * Names that cannot be public: RFC 6761, 6762 and 8375, and `internal`, which ICANN reserves for private use.
 */
const privateNames = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Whether a host, as URL() writes it, is private by its text alone: an address literal outside of the public
 * ranges (by the list that applies to connections), a name for private use, or one without a dot. What other
 * names resolve to is known when connecting.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '').replace(/\.$/, '');
  if (isIP(host) === 0)
    return !host.includes('.') || privateNames.some((name) => host === name || host.endsWith(`.${name}`));
  return ipaddr.parse(host).range() !== 'unicast' || isInOtherRange(host);
}
