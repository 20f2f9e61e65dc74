import { makeKey } from '../../../packages/jwt/test/token-maker.js';
import {
  app,
  digest,
  settled,
  signing,
  startTrusting,
  status,
  stopSigners,
  update,
} from './settled-signer.js';
import { audience, must, nowSeconds, signRequest, withVerdict } from './trust-kit.js';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  keySetOf,
  makeWitnessKit,
  type StatedKeySet,
} from './witness-kit.js';

afterEach(stopSigners);

describe('a key set', () => {
  const kit = makeWitnessKit({ k: 2, n: 3 });
  const thief = makeWitnessKit();
  const stolen = thief.userKey;
  const elsewhere = { jwksUri: 'https://evil.example.com' };

  it.each<[string, () => StatedKeySet]>([
    [
      'that one witness alone states',
      () => keySetOf(kit, { keys: [stolen] }, { by: kit.witnesses.slice(0, 1) }),
    ],
    [
      'from a source that the document does not name',
      () => keySetOf(kit, { keys: [stolen], source: elsewhere }),
    ],
    [
      'from another source, under the name of the right one',
      () => ({ ...keySetOf(kit, { keys: [stolen], source: elsewhere }), jwksUri: '' }),
    ],
    [
      'of an issuer that is no provider',
      () => keySetOf(kit, { keys: [stolen], issuer: 'https://other.example.com' }),
    ],
    [
      'that was seen before the one held',
      () => keySetOf(kit, { keys: [stolen] }, { observedAt: nowSeconds() - 60 }),
    ],
    ['that is stated with old statements', () => keySetOf(kit, { keys: [stolen] }, { age: 120 })],
    [
      'with the statements of another',
      () => ({ ...keySetOf(kit, { keys: [stolen] }), said: keySetOf(kit).said }),
    ],
    ['with other content', () => ({ ...keySetOf(kit), keys: new TextEncoder().encode('{"keys":[]}') })],
  ])('%s is not believed, and reported', async (_title, make) => {
    const { signer, wallet } = await settled(kit);
    const again = applicationTrustOf(kit, documentOf(app), { keySets: [make()] });
    expect(await update(signer, kit, again)).toMatchObject({ refusal: 'trust-refused' });
    expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
    expect(await signing(signer, { ...kit, token: thief.token }, wallet)).toMatchObject({
      refusal: 'token-signature',
    });
  });

  it('may come with a statement that the same witness made of another application', async () => {
    const mine = applicationTrustOf(kit, documentOf(app), { keySets: [] });
    const theirs = applicationTrustOf(kit, documentOf('app-b'));
    const trusting = async (statements: typeof mine.statements) => {
      const signer = await startTrusting(bakedRoot(kit));
      must(await update(signer, kit, mine));
      const both = { ...mine, statements: [...mine.statements, ...statements], keySets: theirs.keySets };
      return { answer: await update(signer, kit, both), providers: (await status(signer)).providers };
    };
    const whole = await trusting(theirs.statements);
    expect(whole.answer).toMatchObject({ documentVersion: 1n });
    expect(whole.providers).toMatchObject([{ keys: [{ kid: 'k1' }] }]);
    // But not with a part of it.
    const part = await trusting(theirs.statements.map((each) => ({ ...each, items: each.items.slice(1) })));
    expect(part.answer).toMatchObject({ refusal: 'trust-refused' });
    expect(part.providers).toMatchObject([{ keys: [] }]);
  });

  it('that is bad does not block the other providers of the update', async () => {
    const other = makeKey('k9', 'ES256');
    const second = 'https://second.example.com';
    const document = documentOf(app, {
      version: 2,
      providers: [...documentOf(app).providers, { id: 'p2', issuer: second, audience, assertsEmail: false }],
      issuers: [...documentOf(app).issuers, { issuer: second, keySource: 'discovery' }],
    });
    const { signer, wallet } = await settled(kit);
    const bad = keySetOf(kit, { issuer: second, keys: [other] }, { by: kit.witnesses.slice(0, 1) });
    must(await update(signer, kit, applicationTrustOf(kit, document, { keySets: [keySetOf(kit), bad] })));
    expect((await status(signer)).providers.map(({ keys }) => keys.length)).toEqual([1, 0]);
    expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
    expect(await signing(signer, kit, wallet, { iss: second })).toMatchObject({
      refusal: 'key-not-trusted',
      details: { document_version: 2, missing: 'key set' },
    });
  });

  it('that the provider replaced is gone at once, even for tokens that were verified before', async () => {
    const { signer, wallet } = await settled(kit);
    const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
    expect(await signer.call('Sign', request)).toHaveProperty('signatures');
    const keySets = [keySetOf(kit, { keys: [makeKey('k2', 'ES256')] }, { age: -1 })];
    must(await update(signer, kit, applicationTrustOf(kit, documentOf(app), { keySets })));
    const again = withVerdict(request, kit.policyKey);
    expect(await signer.call('Sign', again)).toMatchObject({
      refusal: 'key-not-trusted',
      details: { missing: 'key' },
    });
    // The old set with the statements of before is no way back.
    expect(await update(signer, kit)).toMatchObject({ refusal: 'trust-refused' });
    expect(await signer.call('Sign', again)).toMatchObject({ refusal: 'key-not-trusted' });
  });
});

it('a witness that lies on an installation of 1 of 1 gets its key trusted', async () => {
  const kit = makeWitnessKit();
  const { signer, wallet } = await settled(kit);
  const thief = makeWitnessKit();
  const keySets = [keySetOf(kit, { keys: [thief.userKey] }, { age: -1 })];
  must(await update(signer, kit, applicationTrustOf(kit, documentOf(app), { keySets })));
  expect(await signing(signer, { ...kit, token: thief.token }, wallet)).toHaveProperty('signatures');
});
