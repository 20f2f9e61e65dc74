import { createJsonClient } from '../src/key-sets/json-client.js';
import { createKeySetClient } from '../src/key-sets/key-set-client.js';
import {
  hostile,
  json,
  keySet,
  publicKey,
  startKeySetHost,
  type KeySetHost,
} from '@wallet-service/test-kit/key-set-host';

const development = { allowedPorts: [443], allowLoopback: true, timeoutMs: 600 };

let host: KeySetHost;
beforeAll(async () => {
  host = await startKeySetHost();
});
afterAll(() => host.close());

describe('finding a key set by discovery', () => {
  const client = createKeySetClient({ ...development, fetchText: createJsonClient(development) });
  const found = (issuer: string) => client({ issuer, keySource: 'discovery' });
  const base = () => host.uri.replace(/\/jwks$/, '');
  /** Answers the discovery document as given, and everything else with a key set. */
  const describing = (document: (at: string) => unknown) => {
    const asked: string[] = [];
    const keys = keySet(publicKey('found'));
    host.answerWith((request, response) => {
      const { url = '' } = request;
      asked.push(url);
      if (!url.includes('.well-known')) keys(request, response);
      else json(JSON.stringify(document(base())))(request, response);
    });
    return asked;
  };

  it.each(['', '/tenants/one'])(
    'asks the issuer with the path %p, and takes the address that it names',
    async (path) => {
      const issuer = `${base()}${path}`;
      const asked = describing((at) => ({ issuer, jwks_uri: `${at}/keys`, other: { nested: true } }));
      const fetched = await found(issuer);
      expect(fetched).toMatchObject({ ok: true, jwksUri: `${base()}/keys` });
      expect(asked).toEqual([`${path}/.well-known/openid-configuration`, '/keys']);
    },
  );

  it('drops one slash at the end of the issuer from the address, and not from the issuer', async () => {
    const issuer = `${base()}/`;
    const asked = describing((at) => ({ issuer, jwks_uri: `${at}/keys` }));
    expect(await found(issuer)).toMatchObject({ ok: true });
    expect(asked[0]).toBe('/.well-known/openid-configuration');
  });

  it.each<[string, (at: string) => unknown, string]>([
    ['another issuer', (at) => ({ issuer: `${at}/other`, jwks_uri: `${at}/keys` }), 'names another issuer'],
    [
      'the issuer with a slash',
      (at) => ({ issuer: `${at}/`, jwks_uri: `${at}/keys` }),
      'names another issuer',
    ],
    [
      'the issuer in capitals',
      (at) => ({ issuer: at.toUpperCase(), jwks_uri: `${at}/keys` }),
      'another issuer',
    ],
    ['a list of issuers', (at) => ({ issuer: [at], jwks_uri: `${at}/keys` }), 'names another issuer'],
    ['no issuer', (at) => ({ jwks_uri: `${at}/keys` }), 'names another issuer'],
    ['no address', (at) => ({ issuer: at }), 'has no jwks_uri'],
    ['an address that is a number', (at) => ({ issuer: at, jwks_uri: 1 }), 'has no jwks_uri'],
    ['nothing but null', () => null, 'names another issuer'],
  ])('refuses a document with %s', async (_, document, problem) => {
    const asked = describing(document);
    const fetched = await found(base());
    expect(fetched.ok ? '' : fetched.problem).toMatch(
      new RegExp(`^has a discovery document that .*${problem}`),
    );
    expect(asked).toHaveLength(1);
  });

  it('refuses a document that names a member twice, because readers would differ', async () => {
    const other = `${base()}/evil`;
    host.answerWith(json(`{"issuer":"${base()}","jwks_uri":"${other}","jwks_uri":"${base()}/keys"}`));
    const fetched = await found(base());
    expect(fetched.ok ? '' : fetched.problem).toContain('names a member twice');
  });

  it.each([
    ['a private address', 'https://10.0.0.1/keys', 'is not at a public address'],
    ['a cloud’s metadata', 'http://169.254.169.254/latest', 'must use https'],
    ['a file', 'file:///etc/passwd', 'must be an absolute https URL'],
    ['a user name', 'https://user@idp.example/keys', 'must not contain a user name'],
    ['another port', 'https://idp.example:22/keys', 'must use port 443'],
  ])(
    'applies the rules for addresses to the one that the document names: %s',
    async (_, address, problem) => {
      describing((at) => ({ issuer: at, jwks_uri: address }));
      const fetched = await found(base());
      expect(fetched.ok ? '' : fetched.problem).toContain(problem);
    },
  );

  it.each(['https://idp.example/?tenant=1', 'https://idp.example/#a'])(
    'refuses the issuer %s',
    async (issuer) => {
      const fetched = await found(issuer);
      expect(fetched.ok ? '' : fetched.problem).toContain('a query or a fragment');
    },
  );

  it.each(Object.keys(hostile))('survives a host that does this to discovery: %s', async (mode) => {
    host.answerWith(hostile[mode] ?? (() => undefined));
    const started = Date.now();
    const fetched = await found(base());
    expect(fetched.ok ? '' : fetched.problem).toMatch(/^has a discovery document that /);
    expect(Date.now() - started).toBeLessThan(1_500);
  });

  it('has one time limit for both requests', async () => {
    let asked = 0;
    host.answerWith((request, response) => {
      asked += 1;
      if (asked > 1) return;
      setTimeout(() => {
        json(JSON.stringify({ issuer: base(), jwks_uri: host.uri }))(request, response);
      }, 400);
    });
    const started = Date.now();
    const fetched = await found(base());
    expect(fetched.ok ? '' : fetched.problem).toBe('did not answer within 600 ms');
    expect(Date.now() - started).toBeLessThan(900);
  });
});
