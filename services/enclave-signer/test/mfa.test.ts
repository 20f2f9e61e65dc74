import { randomBytes } from 'node:crypto';
import { encodeTrustBundle, Refused, type Verdict } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  makeTrustKit,
  makeWallet,
  must,
  nowSeconds,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';

const kit = makeTrustKit();
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;
let alice: TestWallet;
let bob: TestWallet;
let elsewhere: TestWallet;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  alice = await makeWallet(signer, kit, { chain: 'ETH' });
  bob = await makeWallet(signer, kit, { chain: 'ETH', subject: 'bob', beside: alice });
  elsewhere = await makeWallet(signer, kit, { chain: 'ETH', applicationId: 'app-b' });
});
afterAll(async () => {
  await signer.stop();
});

describe('multi-factor authentication', () => {
  const mfa = { maxAgeSeconds: 300, acrValues: [] };
  const ask = (
    claims: Record<string, unknown>,
    demand: Verdict['mfa'],
    mfaReceipt: Uint8Array = new Uint8Array(0),
  ) => {
    const request = { ...signRequest(kit, alice, [digest], claims), mfaReceipt };
    return signer.call('Sign', withVerdict(request, kit.policyKey, { mfa: demand }));
  };
  const ago = (seconds: number): number => nowSeconds() - seconds;

  it.each<[string, Record<string, unknown>, Verdict['mfa'], string]>([
    ['recent, by amr', { auth_time: ago(10), amr: ['pwd', 'mfa'] }, mfa, 'none'],
    ['recent, by acr', { auth_time: ago(10), acr: 'urn:mfa' }, { ...mfa, acrValues: ['urn:mfa'] }, 'none'],
    ['too old', { auth_time: ago(301), amr: ['mfa'] }, mfa, 'mfa-stale'],
    ['without auth_time', { amr: ['mfa'] }, mfa, 'mfa-missing'],
    ['auth_time as text', { auth_time: String(ago(10)), amr: ['mfa'] }, mfa, 'mfa-missing'],
    ['auth_time in the future', { auth_time: ago(-600), amr: ['mfa'] }, mfa, 'mfa-missing'],
    ['one factor', { auth_time: ago(10), amr: ['pwd'] }, mfa, 'mfa-missing'],
    ['amr as text', { auth_time: ago(10), amr: 'mfa' }, mfa, 'mfa-missing'],
    [
      'another acr',
      { auth_time: ago(10), acr: 'urn:pwd', amr: ['mfa'] },
      { ...mfa, acrValues: ['urn:mfa'] },
      'mfa-missing',
    ],
  ])('%s', async (_title, claims, demand, refusal) => {
    const answer = await ask(claims, demand);
    expect(answer instanceof Refused ? answer.refusal : 'none').toBe(refusal);
  });

  it('is remembered in its receipt, for this user and application, while it is recent', async () => {
    const { mfaReceipt } = must(await ask({ auth_time: ago(100), amr: ['mfa'] }, mfa));
    expect(mfaReceipt.length).toBeGreaterThan(32);
    expect(await ask({}, mfa, mfaReceipt)).toHaveProperty('signatures');
    expect(await ask({}, { ...mfa, maxAgeSeconds: 50 }, mfaReceipt)).toMatchObject({ refusal: 'mfa-stale' });
    const flipped = mfaReceipt.map((byte, at) => (at === 60 ? byte ^ 1 : byte));
    expect(await ask({}, mfa, flipped)).toMatchObject({ refusal: 'mfa-missing' });
    for (const wallet of [bob, elsewhere]) {
      const request = { ...signRequest(kit, wallet, [digest]), mfaReceipt };
      const answer = await signer.call('Sign', withVerdict(request, kit.policyKey, { mfa }));
      expect(answer).toMatchObject({ refusal: 'mfa-missing' });
    }
  });

  const byAcr = { ...mfa, acrValues: ['urn:mfa', 'urn:phr'] };

  it('is remembered even if a newer token shows less', async () => {
    const strong = { auth_time: ago(100), amr: ['pwd', 'mfa'], acr: 'urn:mfa' };
    let { mfaReceipt } = must(await ask(strong, mfa));
    for (const weaker of [
      { auth_time: ago(40), amr: ['pwd'], acr: 'urn:pwd' },
      { auth_time: ago(30), amr: ['pwd'] },
      { auth_time: ago(20), acr: '0' },
      { auth_time: ago(-900), amr: ['mfa'], acr: 'urn:mfa' },
    ]) {
      const answer = must(await ask(weaker, null, mfaReceipt));
      if (answer.mfaReceipt.length > 0) mfaReceipt = answer.mfaReceipt;
      for (const demand of [mfa, byAcr])
        expect(await ask({}, demand, mfaReceipt)).toHaveProperty('signatures');
    }
    expect(await ask({}, { ...mfa, maxAgeSeconds: 50 }, mfaReceipt)).toMatchObject({ refusal: 'mfa-stale' });
  });

  it('by acr is remembered too, and a refused demand lists the accepted values', async () => {
    const { mfaReceipt } = must(await ask({ auth_time: ago(100), acr: 'urn:phr' }, byAcr));
    expect(await ask({ auth_time: ago(5), acr: 'urn:pwd' }, byAcr, mfaReceipt)).toHaveProperty('signatures');
    const answer = await ask({}, { ...mfa, acrValues: ['urn:other'] }, mfaReceipt);
    expect(answer).toMatchObject({
      refusal: 'mfa-missing',
      details: { max_age: 300, acr_values: ['urn:other'] },
    });
    // It does not satisfy a demand that names no acr values either.
    expect(await ask({}, mfa, mfaReceipt)).toMatchObject({ refusal: 'mfa-missing' });
  });

  it('gives no receipt for an acr that is longer than any an application can name', async () => {
    const answer = must(await ask({ auth_time: ago(1), acr: 'x'.repeat(129), amr: ['mfa'] }, mfa));
    expect(answer.mfaReceipt).toHaveLength(0);
  });

  it('gives no new receipt for evidence that is not newer', async () => {
    const claims = { auth_time: ago(100), amr: ['mfa'] };
    const { mfaReceipt } = must(await ask(claims, null));
    expect(must(await ask(claims, null, mfaReceipt)).mfaReceipt).toHaveLength(0);
    expect(must(await ask({ ...claims, auth_time: ago(50) }, null, mfaReceipt)).mfaReceipt).not.toHaveLength(
      0,
    );
    expect(must(await ask({ auth_time: ago(50), amr: ['pwd'] }, null)).mfaReceipt).toHaveLength(0);
  });
});
