import { randomBytes } from 'node:crypto';
import { encodeTrustBundle, Refused, type WalletContext } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict, type TestWallet } from './trust-kit.js';

const kit = makeTrustKit();
const none = new Uint8Array(0);
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;
let context: WalletContext;
let pregenerated: TestWallet;

beforeAll(async () => {
  const applications = kit.bundle.applications.map((application) => ({
    ...application,
    providers: application.providers.flatMap((provider) => [
      provider,
      { ...provider, audience: 'mute', assertsEmail: false },
    ]),
  }));
  signer = await startSigner({ trustBundle: encodeTrustBundle({ ...kit.bundle, applications }) });
  context = { ...(await makeWallet(signer, kit, { chain: 'ETH' })).context, walletId: 'pregenerated' };
  const created = must(
    await signer.call('CreatePregeneratedWallet', { context, email: 'alice@example.com' }),
  );
  pregenerated = { context, subject: 'alice', created };
});
afterAll(async () => {
  await signer.stop();
});

const claim = (claims: Record<string, unknown>, subject = 'alice') =>
  signer.call('ClaimWallet', {
    context,
    sealed: pregenerated.created.sealed,
    jwt: kit.token(subject, claims),
    tokenUse: 'express',
    claimedLabels: none,
  });
const proven = { email: 'Alice@Example.com', email_verified: true };
const sign = (wallet: TestWallet) =>
  signer.call('Sign', withVerdict(signRequest(kit, wallet, [digest], proven), kit.policyKey));

it('nobody can sign with an unclaimed wallet', async () => {
  expect(await sign(pregenerated)).toMatchObject({ refusal: 'context-mismatch' });
});

it.each<[string, Record<string, unknown>, string]>([
  ['an e-mail address that is not verified', { ...proven, email_verified: false }, 'email-unverified'],
  ['a missing verification', { email: proven.email }, 'email-unverified'],
  ['a verification that is text', { ...proven, email_verified: 'true' }, 'email-unverified'],
  ['a verification that is a number', { ...proven, email_verified: 1 }, 'email-unverified'],
  ['no e-mail address', { email_verified: true }, 'email-unverified'],
  ['text that is not an e-mail address', { ...proven, email: 'alice' }, 'email-unverified'],
  ['a provider that may not assert e-mail addresses', { ...proven, aud: 'mute' }, 'email-unverified'],
  ['another e-mail address', { ...proven, email: 'bob@example.com' }, 'context-mismatch'],
  ['a look-alike address', { ...proven, email: 'аlice@example.com' }, 'email-unverified'],
  ['an address with a plus tag', { ...proven, email: 'alice+1@example.com' }, 'context-mismatch'],
])('%s claims nothing', async (_title, claims, refusal) => {
  expect(await claim(claims)).toMatchObject({ refusal });
});

it('a user who proves the e-mail address gets the wallet with its key, and nobody gets it afterwards', async () => {
  const { sealed, recordVersion, publicKey } = must(await claim(proven));
  expect(publicKey).toEqual(pregenerated.created.publicKey);
  const claimedContext = { ...context, recordVersion };
  const claimed = { ...pregenerated, context: claimedContext, created: { ...pregenerated.created, sealed } };
  expect(await sign(claimed)).toHaveProperty('signatures');
  expect(await sign({ ...claimed, subject: 'bob' })).toMatchObject({ refusal: 'context-mismatch' });
  const request = { context: claimedContext, sealed, jwt: kit.token('bob', proven) };
  expect(
    await signer.call('ClaimWallet', { ...request, tokenUse: 'express', claimedLabels: none }),
  ).toMatchObject({ refusal: 'context-mismatch' });
  // With a copy of the unclaimed record: a second user with the same address comes too late.
  expect(await claim(proven, 'bob')).toMatchObject({ refusal: 'record-rolled-back' });
});

it.each<[string, Partial<WalletContext>, string]>([
  ['another chain', { chain: 'BTC', network: 'BTC_MAINNET' }, 'alice@example.com'],
  ['an access key', { accessKeyRequired: true }, 'alice@example.com'],
  ['an e-mail address that is not in its normal form', {}, 'Alice@example.com'],
  ['no e-mail address', {}, ''],
  ['version 2', { recordVersion: 2 }, 'alice@example.com'],
])('is not created with %s', async (_title, change, email) => {
  const answer = await signer.call('CreatePregeneratedWallet', { context: { ...context, ...change }, email });
  expect(answer instanceof Refused ? answer.refusal : 'made').toBe('malformed-request');
});

describe('the hash of an e-mail address', () => {
  const hashOf = (email: string, changes: object = {}) =>
    signer.call('HashEmail', {
      applicationId: context.applicationId,
      wrappedApplicationKey: context.wrappedApplicationKey,
      email,
      ...changes,
    });

  it('is the same for the same address in the same application, and differs otherwise', async () => {
    const { hash } = must(await hashOf('alice@example.com'));
    expect(hash).toHaveLength(32);
    expect(must(await hashOf('alice@example.com')).hash).toEqual(hash);
    expect(must(await hashOf('bob@example.com')).hash).not.toEqual(hash);
    const { context: other } = await makeWallet(signer, kit, { chain: 'ETH', applicationId: 'app-b' });
    const elsewhere = await hashOf('alice@example.com', {
      applicationId: 'app-b',
      wrappedApplicationKey: other.wrappedApplicationKey,
    });
    expect(must(elsewhere).hash).not.toEqual(hash);
  });

  it.each<[string, string, object, string]>([
    ['an address that is not in its normal form', 'Alice@example.com', {}, 'malformed-request'],
    ['no address', '', {}, 'malformed-request'],
    ['another application’s key', 'alice@example.com', { applicationId: 'app-b' }, 'application-key-invalid'],
  ])('is refused for %s', async (_title, email, changes, refusal) => {
    expect(await hashOf(email, changes)).toMatchObject({ refusal });
  });
});
