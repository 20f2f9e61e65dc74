import { lookup } from 'node:dns/promises';
import { isIP, type NetConnectOpts } from 'node:net';

/** Where a target leads now. Called for each connection. */
export type Resolve = () => Promise<NetConnectOpts>;

/**
 * Reads a gRPC target: `unix:/path`, `host:port`, `dns:///host:port`. If a name stands for several addresses, they are
 * given in turn. Throws for anything else.
 */
export function resolverOf(target: string): Resolve {
  const socket = /^unix:(?:\/\/(?=\/))?(.+)$/.exec(target)?.[1];
  if (socket !== undefined) return () => Promise.resolve({ path: socket });
  const [, host, port] = /^(?:dns:(?:\/\/\/)?)?([^/\s]+):(\d{1,5})$/.exec(target) ?? [];
  const name = host?.replace(/^\[(.*)\]$/, '$1');
  if (name === undefined || (name.includes(':') && isIP(name) === 0))
    throw new Error(`${target} is not a gRPC target: write unix:/path, host:port or dns:///host:port`);
  if (isIP(name) !== 0) return () => Promise.resolve({ host: name, port: Number(port) });
  let turn = Math.floor(Math.random() * 1_000);
  return async () => {
    const found = await lookup(name, { all: true });
    const addresses = found.map(({ address }) => address).toSorted();
    return { host: addresses[turn++ % addresses.length] ?? name, port: Number(port) };
  };
}
