import { generateKeyPairSync } from 'node:crypto';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { untilItSucceeds } from '@wallet-service/test-kit/until';
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
import { must, nowSeconds, sha256, signRequest, withVerdict } from './trust-kit.js';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  keySetOf,
  makeNamedKey,
  makeWitnessKit,
  rootRequest,
  signedRoot,
  trustRequest,
} from './witness-kit.js';

afterEach(stopSigners);

it('a signer that restarts takes nothing that was stated before, and everything that is stated now', async () => {
  const kit = makeWitnessKit({ k: 2, n: 3 });
  const { signer, wallet } = await settled(kit);
  must(await update(signer, kit, applicationTrustOf(kit, documentOf(app, { version: 2 }))));
  const again = await startTrusting(bakedRoot(kit), signer.sealingKey);
  expect(await signing(again, kit, wallet)).toMatchObject({ refusal: 'application-unknown' });
  // What a thief of the database kept: an old document, under its old statements.
  const stated = { age: 121 };
  const kept = applicationTrustOf(kit, documentOf(app), { stated, keySets: [keySetOf(kit, {}, stated)] });
  expect(await update(again, kit, kept)).toMatchObject({
    refusal: 'trust-refused',
    details: { needed: 2, agree: 0, recent: 0 },
  });
  // An old document under today's statements about the newest.
  const newest = applicationTrustOf(kit, documentOf(app, { version: 2 }));
  expect(await update(again, kit, { ...kept, statements: newest.statements })).toMatchObject({
    refusal: 'trust-refused',
  });
  expect(await signing(again, kit, wallet)).toMatchObject({ refusal: 'application-unknown' });
  must(await update(again, kit, newest));
  expect(await signing(again, kit, wallet)).toHaveProperty('signatures');
});

it('a key set counts until the root document says that it was seen too long ago', async () => {
  const kit = makeWitnessKit({}, { keySetMaxAgeSeconds: 300 });
  const seen = (secondsAgo: number, statedAgo: number) => ({
    keySets: [
      keySetOf(kit, {}, { observedAt: nowSeconds() - secondsAgo, statedAt: nowSeconds() - statedAgo }),
    ],
  });
  const { signer, wallet } = await settled(kit, documentOf(app), seen(290, 5));
  const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
  expect(await signer.call('Sign', request)).toHaveProperty('signatures');
  // Also for a token that was verified before.
  await untilItSucceeds(async () => {
    expect(await signer.call('Sign', withVerdict(request, kit.policyKey))).toMatchObject({
      refusal: 'key-set-expired',
      details: { root_version: 1, document_version: 1, key_set_max_age_seconds: 300 },
    });
  }, 30_000);
  expect((await status(signer)).providers).toMatchObject([{ keys: [], witnesses: ['witness-1'] }]);
  must(await update(signer, kit));
  expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
});

it.each([
  ['10 s ahead', { age: -9 }, 'none'],
  ['12 s ahead', { age: -13 }, 'trust-refused'],
  ['110 s behind', { age: 110 }, 'none'],
  ['121 s behind', { age: 121 }, 'trust-refused'],
])('a witness whose clock is %s', async (_title, stated, refusal) => {
  const kit = makeWitnessKit();
  const signer = await startTrusting(bakedRoot(kit));
  const answer = await update(signer, kit, applicationTrustOf(kit, documentOf(app), { stated }));
  expect('refusal' in answer ? answer.refusal : 'none').toBe(refusal);
});

describe('a root document', () => {
  const kit = makeWitnessKit({ k: 1, n: 2, m: 2, rootCount: 3 });

  it('is in force when enough roots of the image signed it, and the status says so', async () => {
    const { signer } = await settled(kit);
    const next = signedRoot(kit, { version: 2 }, kit.roots.slice(1));
    expect(must(await signer.call('UpdateTrust', rootRequest(next)))).toEqual({
      rootVersion: 2n,
      documentVersion: 0n,
    });
    const { payload } = JSON.parse(Buffer.from(next).toString()) as { payload: string };
    expect(await status(signer)).toMatchObject({
      rootVersion: 2n,
      rootHash: sha256(Buffer.from(payload, 'base64url')),
      rootExpiresAt: BigInt(kit.root.expiresAt),
    });
    expect(must(await signer.call('UpdateTrust', rootRequest(next)))).toMatchObject({ rootVersion: 2n });
    // What is held was stated by witnesses of the new one, too.
    expect((await status(signer)).providers).toMatchObject([{ keys: [{ kid: 'k1' }] }]);
  });

  it.each<[string, () => Uint8Array]>([
    ['that one root of two signed', () => signedRoot(kit, { version: 2 }, kit.roots.slice(0, 1))],
    ['that is older', () => signedRoot(kit, { version: 1, issuedAt: 1 })],
    ['that has expired', () => signedRoot(kit, { version: 2, expiresAt: nowSeconds() })],
    [
      'whose signers it appoints itself',
      () => {
        const thieves = [makeNamedKey('root-1'), makeNamedKey('root-2')];
        const roots = { keys: thieves.map((key) => key.public), threshold: 2 };
        return signedRoot(kit, { version: 2, roots }, thieves);
      },
    ],
  ])('%s is refused, together with what comes with it', async (_title, make) => {
    const { signer } = await settled(kit);
    const rest = trustRequest(kit, app, applicationTrustOf(kit, documentOf(app, { version: 2 })));
    expect(await signer.call('UpdateTrust', { ...rest, rootDocument: make() })).toMatchObject({
      refusal: 'trust-refused',
      details: { document: 'root' },
    });
    expect(await status(signer)).toMatchObject({ rootVersion: 1n, documentVersion: 1n });
  });

  it('that somebody withholds is missed: witnesses who know it do not count under the old one', async () => {
    const { signer } = await settled(kit);
    const next = { ...kit, root: { ...kit.root, version: 2 } };
    const stated = applicationTrustOf(next, documentOf(app, { version: 2 }), { keySets: [keySetOf(next)] });
    expect(await update(signer, kit, stated)).toMatchObject({
      refusal: 'trust-refused',
      details: { root_version: 1, root_version_stated: 2 },
    });
    const request = { ...trustRequest(next, app, stated), rootDocument: signedRoot(kit, { version: 2 }) };
    expect(must(await signer.call('UpdateTrust', request))).toEqual({ rootVersion: 2n, documentVersion: 2n });
  });

  const only = (index: number) => kit.witnesses.slice(index, index + 1);
  const statedBy = (index: number) => ({
    stated: { by: only(index) },
    keySets: [keySetOf(kit, {}, { by: only(index) })],
  });

  it.each<[string, () => Parameters<typeof signedRoot>[1]]>([
    ['without a witness', () => ({ witnesses: { keys: only(1).map((key) => key.public), threshold: 1 } })],
    [
      'with another key under its name',
      () => {
        const keys = [makeNamedKey('witness-1'), ...only(1)].map((key) => key.public);
        return { witnesses: { keys, threshold: 1 } };
      },
    ],
    ['that needs more of them', () => ({ witnesses: { ...kit.root.witnesses, threshold: 2 } })],
  ])('%s drops what the old ones alone stated', async (_title, changes) => {
    const { signer, wallet } = await settled(kit, documentOf(app), statedBy(0));
    must(await signer.call('UpdateTrust', rootRequest(signedRoot(kit, { version: 2, ...changes() }))));
    expect(await signing(signer, kit, wallet)).toMatchObject({ refusal: 'application-unknown' });
    const metrics = (await status(signer)).metrics;
    expect(metrics).toMatch(/^wallet_service_signer_trusted_applications 0$/m);
    expect(metrics).toMatch(/^wallet_service_signer_trusted_bytes 0$/m);
    expect(await update(signer, kit, applicationTrustOf(kit, documentOf(app), statedBy(0)))).toMatchObject({
      refusal: 'trust-refused',
    });
  });

  it('without a witness keeps what another one stated', async () => {
    const { signer, wallet } = await settled(kit, documentOf(app), statedBy(1));
    const witnesses = { keys: only(1).map((key) => key.public), threshold: 1 };
    must(await signer.call('UpdateTrust', rootRequest(signedRoot(kit, { version: 2, witnesses }))));
    expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
  });

  it('without a policy key refuses its verdicts', async () => {
    const { signer, wallet } = await settled(kit);
    const other = generateKeyPairSync('ed25519');
    const verdictKeys = [rawPublicKey(other.publicKey)];
    must(await signer.call('UpdateTrust', rootRequest(signedRoot(kit, { version: 2, verdictKeys }))));
    expect(await signing(signer, kit, wallet)).toMatchObject({ refusal: 'verdict-mandate' });
    expect(await signing(signer, { ...kit, policyKey: other.privateKey }, wallet)).toHaveProperty(
      'signatures',
    );
  });

  it('that has expired ends all trust until a later one', async () => {
    const { signer, wallet } = await settled(kit);
    const expiresAt = nowSeconds() + 2;
    must(await signer.call('UpdateTrust', rootRequest(signedRoot(kit, { version: 2, expiresAt }))));
    await untilItSucceeds(async () => {
      expect(await signing(signer, kit, wallet)).toMatchObject({
        refusal: 'trust-expired',
        details: { root_version: 2, expired_at: expiresAt },
      });
    });
    expect(await update(signer, kit)).toMatchObject({ refusal: 'trust-expired' });
    must(await signer.call('UpdateTrust', rootRequest(signedRoot(kit, { version: 3 }))));
    expect(await signing(signer, kit, wallet)).toHaveProperty('signatures');
  });
});
