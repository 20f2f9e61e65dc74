import { lookup } from 'node:dns/promises';
import { isIP, type NetConnectOpts } from 'node:net';

/** Where a target leads now. Called for each connection. */
export type Resolve = () => Promise<NetConnectOpts>;

/** One server behind a target. `text`: `unix:/path` or `host:port`. */
export type Address = { readonly text: string; readonly options: NetConnectOpts };

/**
 * Reads a gRPC target: `unix:/path`, `host:port`, `dns:///host:port`. If a name stands for several addresses, they are
 * given in turn. Throws for anything else.
 */
export function resolverOf(target: string): Resolve {
  const { options, isName } = read(target);
  if (!isName) return () => Promise.resolve(options);
  let turn = Math.floor(Math.random() * 1_000);
  return async () => {
    const addresses = await addressesOf(target);
    return addresses[turn++ % addresses.length]?.options ?? options;
  };
}

/** All servers that a target stands for now. Rejects if its name has no address. Throws as `resolverOf`. */
export async function addressesOf(target: string): Promise<readonly Address[]> {
  const { options, isName } = read(target);
  if (!('port' in options)) return [{ text: `unix:${options.path}`, options }];
  const { host, port } = options;
  const hosts = isName
    ? (await lookup(host, { all: true })).map(({ address }) => address).toSorted()
    : [host];
  return hosts.map((each) => ({
    text: each.includes(':') ? `[${each}]:${port}` : `${each}:${port}`,
    options: { host: each, port },
  }));
}

type Options = { readonly path: string } | { readonly host: string; readonly port: number };

function read(target: string): { readonly options: Options; readonly isName: boolean } {
  const socket = /^unix:(?:\/\/(?=\/))?(.+)$/.exec(target)?.[1];
  if (socket !== undefined) return { options: { path: socket }, isName: false };
  const [, named, port] = /^(?:dns:(?:\/\/\/)?)?([^/\s]+):(\d{1,5})$/.exec(target) ?? [];
  const host = named?.replace(/^\[(.*)\]$/, '$1');
  if (host === undefined || (host.includes(':') && isIP(host) === 0))
    throw new Error(`${target} is not a gRPC target: write unix:/path, host:port or dns:///host:port`);
  return { options: { host, port: Number(port) }, isName: isIP(host) === 0 };
}
