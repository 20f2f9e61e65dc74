import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { base64urlOf, encodeTrustBundle, Refused, signTrustBundle } from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { untilItSucceeds } from '@wallet-service/test-kit/until';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeKey, publicJwkOf } from '../../../packages/jwt/test/token-maker.js';
import {
  makeTrustKit,
  makeWallet,
  must,
  nowSeconds,
  sha256,
  signedBundle,
  signRequest,
  withVerdict,
} from './trust-kit.js';

const kit = makeTrustKit();
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;

beforeEach(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
});
afterEach(async () => {
  await signer.stop();
});

const update = (signedBundle: Uint8Array) => signer.call('UpdateTrustBundle', { signedBundle });
const status = async () => must(await signer.call('GetStatus', {}));

it('accepts a later bundle, and says which one is in force', async () => {
  const later = encodeTrustBundle({ ...kit.bundle, version: 6 });
  expect(await update(signTrustBundle(later, { kid: 'root-1', privateKey: kit.trustRootKey }))).toEqual({
    version: 6n,
  });
  expect(await status()).toMatchObject({
    phase: 'ready',
    trustBundleVersion: 6n,
    trustBundleHash: sha256(later),
    trustBundleExpiresAt: BigInt(kit.bundle.expiresAt),
  });
});

it('accepts the very same bundle again, as nothing new', async () => {
  expect(await update(signedBundle(kit, {}))).toEqual({ version: 5n });
});

describe('refuses', () => {
  const stranger = generateKeyPairSync('ed25519');
  const strangerRoot = { kid: 'root-2', publicKey: rawPublicKey(stranger.publicKey) };
  const text = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));
  const parsed = (): { payload: string; signatures: { kid: string; signature: string }[] } =>
    JSON.parse(Buffer.from(signedBundle(kit, { version: 6 })).toString()) as never;

  it.each<[string, () => Uint8Array]>([
    ['an older version', () => signedBundle(kit, { version: 4 })],
    [
      'other content under the same version',
      () => signedBundle(kit, { expiresAt: kit.bundle.expiresAt + 1 }),
    ],
    ['an expired bundle', () => signedBundle(kit, { version: 6, expiresAt: nowSeconds() })],
    ['an unsigned bundle', () => encodeTrustBundle({ ...kit.bundle, version: 6 })],
    ['no signatures', () => text({ ...parsed(), signatures: [] })],
    [
      'a bundle signed by another key under the same name',
      () => signedBundle(kit, { version: 6 }, stranger.privateKey),
    ],
    [
      'a bundle signed by a root that only the bundle itself lists',
      () =>
        signTrustBundle(encodeTrustBundle({ ...kit.bundle, version: 6, roots: [strangerRoot] }), {
          kid: 'root-2',
          privateKey: stranger.privateKey,
        }),
    ],
    [
      'two signatures in the name of one root',
      () => text({ ...parsed(), signatures: [...parsed().signatures, ...parsed().signatures] }),
    ],
    [
      'a payload that was changed',
      () => text({ ...parsed(), payload: base64urlOf(encodeTrustBundle({ ...kit.bundle, version: 7 })) }),
    ],
    ['unknown members', () => text({ ...parsed(), extra: 1 })],
    ['text that is not JSON', () => new Uint8Array([1, 2, 3])],
    ['nothing', () => new Uint8Array(0)],
  ])('%s', async (_title, make) => {
    const before = await status();
    expect(await update(make())).toMatchObject({ refusal: 'bundle-refused' });
    expect((await status()).trustBundleHash).toEqual(before.trustBundleHash);
  });
});

it('a root that an accepted bundle lists still cannot sign bundles', async () => {
  const appointed = generateKeyPairSync('ed25519');
  const roots = [...kit.bundle.roots, { kid: 'root-2', publicKey: rawPublicKey(appointed.publicKey) }];
  must(await update(signedBundle(kit, { version: 6, roots })));
  const byAppointed = signTrustBundle(encodeTrustBundle({ ...kit.bundle, version: 7, roots }), {
    kid: 'root-2',
    privateKey: appointed.privateKey,
  });
  expect(await update(byAppointed)).toMatchObject({ refusal: 'bundle-refused' });
});

it('refuses tokens under a key that a later bundle leaves out, even tokens that it had already verified', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
  must(await signer.call('Sign', request));
  const otherKey = { keys: [publicJwkOf(makeKey('k2', 'ES256')) as never] };
  const applications = kit.bundle.applications.map((application) => ({
    ...application,
    providers: application.providers.map((provider) => ({ ...provider, jwks: otherKey })),
  }));
  must(await update(signedBundle(kit, { version: 6, applications })));
  expect(await signer.call('Sign', request)).toMatchObject({ refusal: 'key-not-in-bundle' });
  must(await update(signedBundle(kit, { version: 7, applications: [] })));
  expect(await signer.call('Sign', request)).toMatchObject({ refusal: 'provider-not-in-bundle' });
  must(await update(signedBundle(kit, { version: 8 })));
  expect(await signer.call('Sign', request)).toHaveProperty('signatures');
});

it('refuses verdicts under a policy key that a later bundle leaves out', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
  const other = generateKeyPairSync('ed25519');
  must(await update(signedBundle(kit, { version: 6, verdictKeys: [rawPublicKey(other.publicKey)] })));
  expect(await signer.call('Sign', request)).toMatchObject({ refusal: 'verdict-signature' });
  expect(await signer.call('Sign', withVerdict(request, other.privateKey))).toHaveProperty('signatures');
});

it('signs nothing once its bundle has expired, and signs again under a later one', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  must(await update(signedBundle(kit, { version: 6, expiresAt: nowSeconds() + 2 })));
  const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
  await untilItSucceeds(async () => {
    expect(await signer.call('Sign', request)).toMatchObject({ refusal: 'bundle-expired' });
  });
  expect(await signer.call('CreateWallet', { ...request, context: wallet.context })).toBeInstanceOf(Refused);
  must(await update(signedBundle(kit, { version: 7 })));
  expect(await signer.call('Sign', request)).toHaveProperty('signatures');
});
