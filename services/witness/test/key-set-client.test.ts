import type { LookupFunction } from 'node:net';
import type { GuardedRequestOptions } from '@wallet-service/egress';
import { createJsonClient } from '../src/key-sets/json-client.js';
import { createKeySetClient, type FetchedKeySet } from '../src/key-sets/key-set-client.js';
import {
  hostile,
  keySet,
  publicKey,
  startKeySetHost,
  type KeySetHost,
} from '@wallet-service/test-kit/key-set-host';

type Options = GuardedRequestOptions & { readonly timeoutMs: number };

/** Fetches from a fixed address. */
function clientOf(options: Options): (jwksUri: string) => Promise<FetchedKeySet> {
  const fetchKeySet = createKeySetClient({ ...options, fetchText: createJsonClient(options) });
  return (jwksUri) => fetchKeySet({ issuer: 'https://issuer.example', keySource: { jwksUri } });
}

const development = { allowedPorts: [443], allowLoopback: true, timeoutMs: 600 };

let host: KeySetHost;
let tlsHost: KeySetHost;
beforeAll(async () => {
  [host, tlsHost] = await Promise.all([startKeySetHost(), startKeySetHost({ tls: true })]);
});
afterAll(() => Promise.all([host.close(), tlsHost.close()]));

async function problemOf(uri: string, options: Options): Promise<string> {
  const fetched = await clientOf(options)(uri);
  return fetched.ok ? 'none' : fetched.problem;
}

/** A resolver that gives the same addresses for every name, and counts its calls. */
function resolvingTo(...addresses: readonly string[]) {
  let asked = 0;
  const lookup: LookupFunction = (_, { all }, callback) => {
    asked += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
  return { lookup, asked: () => asked };
}

describe('fetching a key set', () => {
  it('returns the usable keys of a well-behaved host over https', async () => {
    tlsHost.answerWith(keySet(publicKey('k1')));
    const fetched = await clientOf({ ...development, ca: tlsHost.ca })(tlsHost.uri);
    expect(fetched.ok && JSON.parse(fetched.keySetJson)).toMatchObject({ keys: [{ kid: 'k1' }] });
  });

  it('refuses a certificate that no trusted authority signed', async () => {
    expect(await problemOf(tlsHost.uri, development)).toBe('has no valid TLS certificate');
  });

  it.each([
    ['hang', 'did not answer within 600 ms'],
    ['hang after the head', 'did not answer within 600 ms'],
    ['drip', 'did not answer within 600 ms'],
    ['redirect', 'redirects'],
    ['redirect that keeps the method', 'redirects'],
    ['status 500', 'status 500'],
    ['status 204', 'status 204'],
    ['wrong type', 'must answer with application/json'],
    ['no type', 'must answer with application/json'],
    ['300 MB in chunks', 'larger than 65536 bytes'],
    ['300 MB announced', 'larger than 65536 bytes'],
    ['200,000 keys', 'larger than 65536 bytes'],
    ['compressed', 'compressed'],
    ['huge head', 'could not be fetched'],
    ['no HTTP', 'could not be fetched'],
    ['cut off', 'could not be fetched'],
    ['not UTF-8', 'UTF-8'],
  ])('stops when a host does this: %s', async (mode, problem) => {
    host.answerWith(hostile[mode] ?? (() => undefined));
    const before = process.memoryUsage().rss;
    const started = Date.now();
    expect(await problemOf(host.uri, development)).toContain(problem);
    expect(Date.now() - started).toBeLessThan(1_500);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('reports that nobody listens', async () => {
    expect(await problemOf('http://localhost:1/jwks', development)).toBe('could not be fetched');
  });

  it('reports that the name does not resolve', async () => {
    const lookup: LookupFunction = (_, __, callback) => {
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
    };
    const options = { ...development, lookup };
    expect(await problemOf('https://idp.example/', options)).toBe('has a host name that does not resolve');
  });
});

describe('addresses where a key set may be', () => {
  const production = { allowedPorts: [443], allowLoopback: false, timeoutMs: 600 };
  const literals = [
    '127.0.0.1',
    '127.8.9.10',
    '0x7f000001',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::7f00:1]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[2001:db8::1]',
  ];

  it.each(literals)('refuses %s in the address, without connecting', async (literal) => {
    const before = tlsHost.connections();
    const options = { ...production, allowedPorts: [tlsHost.port] };
    const problem = await problemOf(`https://${literal}:${tlsHost.port}/jwks`, options);
    expect(problem).toBe('is not at a public address');
    expect(tlsHost.connections()).toBe(before);
  });

  it.each(literals)('refuses a name that resolves to %s, without connecting', async (literal) => {
    const address = new URL(`https://${literal}/`).hostname.replaceAll(/[[\]]/g, '');
    const before = tlsHost.connections();
    const options = { ...production, allowedPorts: [tlsHost.port], ...resolvingTo(address) };
    expect(await problemOf(`https://idp.example:${tlsHost.port}/jwks`, options)).toBe(
      'is not at a public address',
    );
    expect(tlsHost.connections()).toBe(before);
  });

  it('refuses a name with one private address among public ones', async () => {
    const options = { ...production, ...resolvingTo('93.184.215.14', '127.0.0.1') };
    expect(await problemOf('https://idp.example/jwks', options)).toBe('is not at a public address');
  });

  it('connects to the address that it checked, because it resolves a name once per fetch', async () => {
    const { lookup, asked } = resolvingTo('127.0.0.1');
    const fetchKeySet = clientOf({ ...development, ca: tlsHost.ca, lookup });
    await fetchKeySet(tlsHost.uri);
    await fetchKeySet(tlsHost.uri);
    expect(asked()).toBe(2);
  });

  it('has no special loopback names in production', async () => {
    const options = { ...production, allowedPorts: [tlsHost.port], ca: tlsHost.ca };
    expect(await problemOf(`https://localhost:${tlsHost.port}/jwks`, options)).toBe(
      'is not at a public address',
    );
  });

  it('connects only to loopback in development: other private addresses and names stay closed', async () => {
    const options = { ...development, allowedPorts: [tlsHost.port], ca: tlsHost.ca };
    for (const name of ['127.0.0.2', '169.254.169.254', '10.0.0.1']) {
      expect(await problemOf(`https://${name}:${tlsHost.port}/`, options)).toBe('is not at a public address');
    }
    const rebinding = { ...options, ...resolvingTo('127.0.0.1') };
    expect(await problemOf(`https://idp.example:${tlsHost.port}/`, rebinding)).toBe(
      'is not at a public address',
    );
    // A tenant may not use `localhost` to reach something else either.
    const poisoned = { ...options, ...resolvingTo('169.254.169.254') };
    expect(await problemOf(host.uri, poisoned)).toBe('is not at a public address');
  });
});
