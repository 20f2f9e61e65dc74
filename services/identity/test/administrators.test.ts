import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import {
  encodeRootDocument,
  parseSignedDocument,
  type ApplicationDocument,
} from '@wallet-service/signer-protocol';
import type { Replica } from './identity-replicas.js';
import { keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';
import { documentIn, nextDocument, trustedBy } from './trust-world.js';
import { newKey, signed, type TestKey } from './witnesses.js';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_administrators', { administratorDelaySeconds: 3 });
  ({ one, other } = world);
  world.host.answerWith(keySet(publicKey('first')));
});
afterAll(() => world.close());

const [anna, ben, carla] = [newKey(), newKey(), newKey()];
const issuer = 'https://idp.example';

const documentOf = async (applicationId: string): Promise<ApplicationDocument> =>
  documentIn((await other.GetApplicationDocument({ applicationId })).signedDocument);
const submit = (applicationId: string, signedDocument: Buffer) =>
  one.SubmitApplicationDocument({ applicationId, signedDocument });
const administrators = (threshold: number, ...keys: readonly TestKey[]) => ({
  administrators: { threshold, keys: keys.map(({ key }) => key) },
});
const eventsOf = async (applicationId: string) => {
  const { events = [] } = await other.ListEvents({ applicationId, after: '0' });
  return events.map(({ type = '', dataJson = '' }) => ({
    type,
    ...(JSON.parse(dataJson) as { readonly change?: string; readonly by?: string }),
  }));
};

/** An application with one provider, and two administrators of whom both must sign. */
async function administered() {
  const { applicationId, apiKey } = await world.newApplication();
  const jwksUri = world.host.newUri();
  const { id: providerId = '' } = await one.CreateProvider({
    applicationId,
    issuer,
    audience: 'app',
    jwksUri,
  });
  const document = await documentOf(applicationId);
  const pinned = document.issuers.map((known) => ({ ...known, pinned: true as const }));
  const next = nextDocument(document, { ...administrators(2, anna, ben), issuers: pinned }, anna, ben);
  expect(await submit(applicationId, next)).toMatchObject({ version: 2, notBefore: 0 });
  return { applicationId, apiKey, providerId, jwksUri };
}

describe('administrators', () => {
  it('are registered by their own signatures, and from then on only they change providers', async () => {
    const { applicationId, providerId, jwksUri } = await administered();
    const refused = [
      () => one.CreateProvider({ applicationId, issuer, audience: 'other', jwksUri }),
      () => one.UpdateProvider({ applicationId, providerId, issuer, audience: 'other', jwksUri }),
      () => one.DeleteProvider({ applicationId, providerId }),
      () =>
        one.UpdateApplication({
          applicationId,
          settings: { expressJwtMaxLifetimeSeconds: 600, emailProviderIds: null, allowedOrigins: null },
        }),
    ];
    for (const call of refused)
      expect((await refusalOf(call())).code).toBe('provider.administrators-required');
    expect((await one.ListProviders({ applicationId })).providers).toHaveLength(1);
    // What signers do not trust stays the service's.
    await one.UpdateApplication({ applicationId, name: 'Renamed' });
    expect(await eventsOf(applicationId)).toContainEqual({
      type: 'trust.administrators_changed',
      change: 'registered',
      administrators: [anna.kid, ben.kid],
      threshold: 2,
    });
  });

  it('change providers and settings, and the rows follow', async () => {
    const { applicationId, apiKey, providerId } = await administered();
    const document = await documentOf(applicationId);
    const id = randomUUID();
    const second = { id, issuer: 'https://second.example', audience: 'web', assertsEmail: true };
    const known = { issuer: second.issuer, keySource: { jwksUri: world.host.newUri() } };
    const next = nextDocument(
      document,
      {
        providers: [...document.providers, second],
        issuers: [...document.issuers, known],
        expressJwtMaxLifetimeSeconds: 900,
      },
      anna,
      ben,
    );
    expect(await submit(applicationId, next)).toMatchObject({ version: 3, notBefore: 0 });
    const { settings } = await other.GetApplication({ applicationId });
    expect(settings).toMatchObject({ expressJwtMaxLifetimeSeconds: 900, emailProviderIds: [id] });
    // Its users need not wait until the background looks at its keys.
    expect((await other.AuthenticateUser({ apiKey, providerId: id })).keySetJson).toContain('first');
    expect((await trustedBy(world, other, applicationId)).keys[second.issuer]).toEqual(['first']);
    const removed = nextDocument(await documentOf(applicationId), { providers: [second] }, anna, ben);
    await submit(applicationId, removed);
    const { providers = [] } = await other.ListProviders({ applicationId });
    expect(providers.map((provider) => provider.id)).toEqual([id]);
    expect(providerId).not.toBe(id);
    expect((await eventsOf(applicationId)).filter(({ type }) => type === 'provider.changed')).toHaveLength(3);
  });

  it.each<[string, (document: ApplicationDocument, applicationId: string) => Buffer | Promise<Buffer>]>([
    ['one of two', (document) => nextDocument(document, { providers: [] }, anna)],
    ['a stranger', (document) => nextDocument(document, { providers: [] }, carla, newKey())],
    [
      'the registrar',
      (document) => nextDocument(document, { providers: [] }, world.identity.witnesses.registrar),
    ],
    [
      'both, but with the version in force',
      (document) => nextDocument(document, { version: 2, providers: [] }, anna, ben),
    ],
    [
      'both, but for another application',
      (document) => nextDocument(document, { applicationId: randomUUID() }, anna, ben),
    ],
    [
      'both, but with an id of another application',
      async (document) => {
        const { providerId: id } = await administered();
        return nextDocument(
          document,
          { providers: document.providers.map((one) => ({ ...one, id })) },
          anna,
          ben,
        );
      },
    ],
    [
      'both, but with no id',
      (document) =>
        nextDocument(
          document,
          { providers: document.providers.map((one) => ({ ...one, id: 'x' })) },
          anna,
          ben,
        ),
    ],
    [
      'both, but with tokens for a week',
      (document) => nextDocument(document, { expressJwtMaxLifetimeSeconds: 604_800 }, anna, ben),
    ],
    [
      'both, but with keys in the network',
      (document) =>
        nextDocument(
          document,
          {
            issuers: [...document.issuers, { issuer: 'i', keySource: { jwksUri: 'https://10.0.0.1/jwks' } }],
          },
          anna,
          ben,
        ),
    ],
    ['nobody, because it is no document', () => Buffer.from('{}')],
  ])('do not change anything when the document is signed by %s', async (_, next) => {
    const { applicationId } = await administered();
    const before = await documentOf(applicationId);
    const refused = await refusalOf(submit(applicationId, await next(before, applicationId)));
    expect(refused.code).toBe('trust.document-refused');
    expect(await documentOf(applicationId)).toEqual(before);
    expect((await one.ListProviders({ applicationId })).providers).toHaveLength(1);
  });

  it('can veto what the roots sign, and are replaced when they do not', async () => {
    const { applicationId } = await administered();
    const { roots } = world.identity.witnesses;
    const before = await documentOf(applicationId);
    const byRoots = nextDocument(before, administrators(1, carla), ...roots, carla);
    const first = await submit(applicationId, byRoots);
    expect(Number(first.notBefore)).toBeGreaterThan(Date.now() / 1000);
    expect(await documentOf(applicationId)).toEqual(before);
    const veto = nextDocument(before, { version: before.version + 2 }, anna, ben);
    await submit(applicationId, veto);
    const work = other.startBackgroundWork();
    await sleep(4_000);
    expect((await documentOf(applicationId)).administrators?.threshold).toBe(2);

    const again = nextDocument(await documentOf(applicationId), administrators(1, carla), ...roots, carla);
    expect(Number((await submit(applicationId, again)).notBefore)).toBeGreaterThan(0);
    await until('the new administrator', async () => {
      const { administrators: now } = await documentOf(applicationId);
      return now?.keys[0]?.kid === carla.kid;
    });
    await work.stop();
    const told = (await eventsOf(applicationId)).filter(({ type }) => !type.startsWith('provider'));
    expect(told.map(({ type, change, by }) => [type, change ?? by])).toEqual([
      ['trust.document_changed', 'administrators'],
      ['trust.administrators_changed', 'registered'],
      ['trust.document_proposed', 'proposed'],
      ['trust.document_changed', 'administrators'],
      ['trust.document_proposed', 'vetoed'],
      ['trust.document_proposed', 'proposed'],
      ['trust.document_changed', 'roots'],
      ['trust.administrators_changed', 'replaced'],
    ]);
    expect((await trustedBy(world, one, applicationId)).document.administrators?.keys).toEqual([carla.key]);
  });
});

describe('PublishRootDocument', () => {
  const rootWith = (changes: object, ...by: readonly TestKey[]) =>
    signed('root', encodeRootDocument({ ...world.identity.witnesses.root, ...changes }), ...by);

  it('brings a root document that enough roots signed to witnesses and signers', async () => {
    const { roots, registrar } = world.identity.witnesses;
    const { applicationId } = await world.newApplication();
    await world.newProvider(applicationId);
    for (const document of [
      rootWith({ version: 2 }, ...roots.slice(1)),
      rootWith({ version: 2 }, registrar, newKey()),
      rootWith({ version: 1, issuedAt: 1 }, ...roots),
      rootWith({ version: 2, expiresAt: Math.floor(Date.now() / 1000) - 1, issuedAt: 1 }, ...roots),
      Buffer.from('no document'),
    ])
      expect((await refusalOf(one.PublishRootDocument({ signedDocument: document }))).code).toBe(
        'trust.document-refused',
      );
    const next = rootWith({ version: 2 }, ...roots);
    expect(await one.PublishRootDocument({ signedDocument: next })).toEqual({ version: 2 });
    const replica = world.identity.replica();
    const { rootDocument } = await replica.GetTrust({ applicationId });
    expect(Buffer.from(rootDocument as Uint8Array).equals(next)).toBe(true);
    // The tenant reads it beside its own document.
    const { rootDocument: shown } = await replica.GetApplicationDocument({ applicationId });
    expect(Buffer.from(shown as Uint8Array).equals(next)).toBe(true);
    await replica.CreateProvider({
      applicationId,
      issuer: 'https://later.example',
      audience: 'app',
      jwksUri: world.host.newUri(),
    });

    // Whoever deletes it stops the service, which says what to do. Nothing older comes into force.
    await world.identity.owner.query('delete from root_documents');
    const late = world.identity.replica();
    const refused = await refusalOf(late.GetTrust({ applicationId, fresh: true }));
    expect(refused.code).toBe('trust.witnesses-unavailable');
    expect(refused.body).toContain('publish it again');
    await late.PublishRootDocument({ signedDocument: next });
    await expect(late.GetTrust({ applicationId, fresh: true })).resolves.toHaveProperty('application');
  });

  it('that names another registrar has documents signed by it, as they are asked for', async () => {
    const { roots } = world.identity.witnesses;
    const { applicationId } = await world.newApplication();
    const jwksUri = world.host.newUri();
    await one.CreateProvider({
      applicationId,
      issuer: 'https://registered.example',
      audience: 'app',
      jwksUri,
    });
    const trusted = async (replica: Replica) =>
      (await replica.GetTrust({ applicationId, fresh: true })).application?.document as Uint8Array;
    const before = documentIn(await trusted(one));
    const next = newKey();
    await one.PublishRootDocument({
      signedDocument: rootWith({ version: 3, registrars: [next.key] }, ...roots),
    });
    // Until it has the new key it goes on with what it has, and changes nothing.
    expect(documentIn(await trusted(world.identity.replica()))).toEqual(before);
    const renewed = world.identity.replica({ registrarKey: next.privateKey });
    for (let twice = 0; twice < 2; twice += 1)
      expect(documentIn(await trusted(renewed))).toEqual({ ...before, version: before.version + 1 });
    const signedAgain = parseSignedDocument(await trusted(renewed), 100_000);
    if (!signedAgain.ok) throw new Error('not a signed document');
    expect(signedAgain.document.signatures.map(({ kid }) => kid)).toEqual([next.kid]);
  });
});
