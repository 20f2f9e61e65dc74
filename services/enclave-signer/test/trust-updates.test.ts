import {
  encodeTrustBundle,
  keyThumbprint,
  type ApplicationDocument,
  type PublicJwk,
  type SignerRequest,
} from '@wallet-service/signer-protocol';
import { publicJwkOf } from '../../../packages/jwt/test/token-maker.js';
import {
  audience,
  issuer,
  makeTrustKit,
  makeWallet,
  must,
  nowSeconds,
  signRequest,
  withVerdict,
} from './trust-kit.js';
import {
  app,
  digest,
  settled,
  signing,
  startTrusting,
  status,
  stopSigners,
  update,
  type Update,
} from './settled-signer.js';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  keySetOf,
  makeNamedKey,
  makePasskey,
  makeWitnessKit,
  onTheWire,
  rootAfterBundle,
  rootRequest,
  statementsOf,
} from './witness-kit.js';

afterEach(stopSigners);

it('signs for an application once witnesses confirmed its document and its keys, and says what it trusts', async () => {
  const kit = makeWitnessKit({ k: 2, n: 3 });
  const signer = await startTrusting(bakedRoot(kit));
  await expect(makeWallet(signer, kit, { chain: 'ETH' })).rejects.toMatchObject({
    refusal: 'application-unknown',
    details: { root_version: 1, document_version: 0, missing: 'document' },
  });
  expect(await status(signer)).toMatchObject({ documentVersion: 0n, providers: [] });
  expect(must(await update(signer, kit))).toEqual({ rootVersion: 1n, documentVersion: 1n });
  const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  expect(must(await signing(signer, kit, wallet)).signatures).toHaveLength(1);
  const { documentVersion, providers } = await status(signer);
  expect(documentVersion).toBe(1n);
  expect(providers).toEqual([
    {
      issuer,
      audience,
      keys: [{ kid: 'k1', thumbprint: keyThumbprint(publicJwkOf(kit.userKey) as unknown as PublicJwk) }],
      observedAt: expect.any(BigInt) as bigint,
      statedAt: expect.any(BigInt) as bigint,
      witnesses: ['witness-1', 'witness-2'],
    },
  ]);
  expect(nowSeconds() - Number(providers[0]?.statedAt)).toBeLessThan(10);
  const { metrics } = await status(signer);
  expect(metrics).toMatch(/^wallet_service_signer_trusted_applications 1$/m);
  expect(metrics).toMatch(/^wallet_service_signer_trusted_bytes [1-9]\d+$/m);
});

it('an image with a trust bundle trusts its applications until the first root document', async () => {
  const old = makeTrustKit();
  const kit = { ...makeWitnessKit(), userKey: old.userKey };
  const signer = await startTrusting(encodeTrustBundle(old.bundle));
  expect(await status(signer)).toMatchObject({ documentVersion: 5n, providers: [{ issuer, witnesses: [] }] });
  const wallet = await makeWallet(signer, old, { chain: 'ETH' });
  const request = () => withVerdict(signRequest(old, wallet, [digest]), old.policyKey);
  expect(must(await signer.call('Sign', request())).signatures).toHaveLength(1);
  expect(await update(signer, kit)).toMatchObject({ refusal: 'trust-refused', details: { root_version: 5 } });
  must(await signer.call('UpdateTrust', rootRequest(rootAfterBundle(old, kit))));
  expect(await signer.call('Sign', request())).toMatchObject({ refusal: 'application-unknown' });
  must(await update(signer, kit));
  expect(must(await signer.call('Sign', request())).signatures).toHaveLength(1);
});

describe('refuses, and trusts what it trusted before', () => {
  const kit = makeWitnessKit({ k: 2, n: 3 });
  const stranger = makeNamedKey('witness-1');
  const next = (changes: Partial<ApplicationDocument> = {}) => documentOf(app, { version: 6, ...changes });
  const [first, second, third] = kit.witnesses as [typeof stranger, typeof stranger, typeof stranger];
  const of = (document: ApplicationDocument, options?: Parameters<typeof applicationTrustOf>[2]) =>
    applicationTrustOf(kit, document, options);

  it.each<[string, () => Update]>([
    ['an older document', () => of(next({ version: 4 }))],
    [
      'other content under the same version',
      () => of(next({ version: 5, expressJwtMaxLifetimeSeconds: 60 })),
    ],
    ['a document of another application', () => of(next({ applicationId: 'app-b' }))],
    ['a document that nobody signed', () => of(next(), { by: [] })],
    ['one that a stranger signed as the registrar', () => of(next(), { by: [makeNamedKey('registrar')] })],
    ['one that a witness signed', () => of(next(), { by: [first] })],
    ['no document', () => ({ ...of(next()), document: new Uint8Array(0) })],
    ['a document without statements', () => ({ ...of(next()), statements: [] })],
    ['one of three witnesses alone, who lies', () => of(next(), { stated: { by: [second] } })],
    [
      'one of three witnesses, and its forgery of another',
      () => of(next(), { stated: { by: [second, stranger] } }),
    ],
    [
      'one witness twice',
      () => {
        const once = of(next(), { stated: { by: [third] } });
        return { ...once, statements: once.statements.flatMap((statement) => [statement, statement]) };
      },
    ],
    ['replayed statements, of 120 s ago', () => of(next(), { stated: { age: 120 } })],
    ['statements from the future', () => of(next(), { stated: { age: -30 } })],
    [
      'statements about another document',
      () => ({ ...of(next()), statements: of(next({ version: 7 })).statements }),
    ],
    [
      'statements about the key set in place of the document',
      () => ({ ...of(next()), statements: onTheWire(statementsOf(kit, [keySetOf(kit).said])) }),
    ],
    ['statements older than those of the document held', () => of(next(), { stated: { age: 60 } })],
    [
      'another source of keys for a known issuer',
      () => of(next({ issuers: [{ issuer, keySource: { jwksUri: 'https://evil.example.com' } }] })),
    ],
    ['a known issuer removed', () => of(next({ issuers: [], providers: [] }))],
  ])('%s', async (_title, make) => {
    const { signer, wallet } = await settled(kit, documentOf(app, { version: 5 }));
    const before = await status(signer);
    expect(await update(signer, kit, make())).toMatchObject({ refusal: 'trust-refused' });
    const { documentVersion, providers } = await status(signer);
    expect({ documentVersion, providers }).toEqual({
      documentVersion: before.documentVersion,
      providers: before.providers,
    });
    expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
  });

  it.each<[string, Partial<SignerRequest<'UpdateTrust'>>]>([
    ['nothing', {}],
    ['an application without its trust', { applicationId: app }],
    ['trust without its application', { application: of(next()) }],
    [
      '51 key sets',
      {
        applicationId: app,
        application: of(next(), { keySets: Array.from({ length: 51 }, () => keySetOf(kit)) }),
      },
    ],
  ])('an update with %s', async (_title, request) => {
    const signer = await startTrusting(bakedRoot(kit));
    const empty = { rootDocument: new Uint8Array(0), applicationId: '', application: undefined };
    expect(await signer.call('UpdateTrust', { ...empty, ...request })).toMatchObject({
      refusal: 'malformed-request',
    });
  });
});

it('a removed provider comes back with the same source of keys only', async () => {
  const kit = makeWitnessKit();
  const { signer, wallet } = await settled(kit);
  must(
    await update(
      signer,
      kit,
      applicationTrustOf(kit, documentOf(app, { version: 2, providers: [] }), { keySets: [] }),
    ),
  );
  expect(await signing(signer, kit, wallet)).toMatchObject({
    refusal: 'provider-not-trusted',
    details: { document_version: 2 },
  });
  const source = { jwksUri: 'https://evil.example.com' };
  const moved = documentOf(app, { version: 3, issuers: [{ issuer, keySource: source }] });
  const thief = makeWitnessKit();
  const keySets = [keySetOf(kit, { source, keys: [thief.userKey] })];
  expect(await update(signer, kit, applicationTrustOf(kit, moved, { keySets }))).toMatchObject({
    refusal: 'trust-refused',
    details: { reason: expect.stringContaining('no registrar may') as string, document_version: 2 },
  });
  must(await update(signer, kit, applicationTrustOf(kit, documentOf(app, { version: 3 }))));
  expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
});

describe('administrators', () => {
  const kit = makeWitnessKit({ m: 2, rootCount: 2 });
  const [anna, ben, phone] = [makeNamedKey('anna'), makeNamedKey('ben'), makePasskey('phone')];
  const named = {
    administrators: { keys: [anna.public, ben.public, phone.public], threshold: 2 },
    issuers: [{ issuer, keySource: 'discovery', pinned: true }],
  } as const;
  const rest = (version: number) => documentOf(app, { ...named, version, expressJwtMaxLifetimeSeconds: 60 });

  it('two of three decide, with Ed25519 and with passkeys, and nobody without them', async () => {
    const { signer } = await settled(kit);
    const by = [kit.registrar, anna, phone];
    must(
      await update(signer, kit, applicationTrustOf(kit, documentOf(app, { ...named, version: 2 }), { by })),
    );
    for (const few of [[kit.registrar], [anna], [phone, kit.registrar], [anna, makePasskey('phone')]])
      expect(await update(signer, kit, applicationTrustOf(kit, rest(3), { by: few }))).toMatchObject({
        refusal: 'trust-refused',
      });
    for (const [version, enough] of [
      [3, [anna, phone]],
      [4, [ben, phone]],
      [5, [anna, ben]],
    ] as const)
      expect(
        must(await update(signer, kit, applicationTrustOf(kit, rest(version), { by: enough }))),
      ).toMatchObject({
        documentVersion: BigInt(version),
      });
  });

  it('decide also where the signer missed the version that appointed them, but no sooner', async () => {
    const { signer } = await settled(kit);
    const by = [anna, phone];
    const next = applicationTrustOf(kit, rest(2), { by });
    expect(await update(signer, kit, next)).toMatchObject({ refusal: 'trust-refused' });
    const few = applicationTrustOf(kit, rest(3), { by: [anna] });
    expect(await update(signer, kit, few)).toMatchObject({ refusal: 'trust-refused' });
    const unstated = { ...applicationTrustOf(kit, rest(3), { by }), statements: next.statements };
    expect(await update(signer, kit, unstated)).toMatchObject({ refusal: 'trust-refused' });
    must(await update(signer, kit, applicationTrustOf(kit, rest(3), { by })));
  });

  it('of a thief, whom the registrar appoints, do not move a known issuer', async () => {
    const { signer, wallet } = await settled(kit);
    const thief = makeNamedKey('thief');
    const administrators = { keys: [thief.public], threshold: 1 };
    const by = [kit.registrar, thief];
    const free = documentOf(app, { version: 2, administrators });
    expect(await update(signer, kit, applicationTrustOf(kit, free, { by }))).toMatchObject({
      refusal: 'trust-refused',
    });
    must(await update(signer, kit, applicationTrustOf(kit, { ...free, issuers: named.issuers }, { by })));
    const source = { jwksUri: 'https://evil.example.com' };
    for (const pinned of [{}, { pinned: true as const }]) {
      const moved = { ...free, version: 3, issuers: [{ issuer, keySource: source, ...pinned }] };
      expect(await update(signer, kit, applicationTrustOf(kit, moved, { by }))).toMatchObject({
        refusal: 'trust-refused',
      });
    }
    expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
  });

  it('are replaced by the roots, when witnesses state that document after their delay', async () => {
    const { signer } = await settled(kit, documentOf(app, named), { by: [anna, ben] });
    const next = documentOf(app, { version: 2 });
    expect(
      await update(signer, kit, applicationTrustOf(kit, next, { by: kit.roots.slice(0, 1) })),
    ).toMatchObject({
      refusal: 'trust-refused',
    });
    const waiting = applicationTrustOf(kit, next, { by: kit.roots });
    // Until then witnesses state the document of the administrators.
    const { statements } = applicationTrustOf(kit, documentOf(app, named), { by: [anna, ben] });
    expect(await update(signer, kit, { ...waiting, statements })).toMatchObject({ refusal: 'trust-refused' });
    must(await update(signer, kit, waiting));
  });
});
