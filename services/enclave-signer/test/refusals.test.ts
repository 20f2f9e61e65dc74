import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { encodeTrustBundle, type SignerRequest, type Verdict } from '@wallet-service/signer-protocol';
import { refusalIn, startSigner, type SignerProcess } from './signer-process.js';
import {
  issuer,
  madeFor,
  must,
  makeTrustKit,
  makeWallet,
  nowSeconds,
  sha256,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';

const kit = makeTrustKit();
const digest = new Uint8Array(randomBytes(32));
const wallets: Record<string, TestWallet> = {};
let signer: SignerProcess;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  const alice = await makeWallet(signer, kit, { chain: 'ETH' });
  wallets['alice'] = alice;
  wallets['alice btc'] = await makeWallet(signer, kit, { chain: 'BTC', beside: alice });
  wallets['alice again'] = await makeWallet(signer, kit, { chain: 'ETH', beside: alice });
  wallets['bob'] = await makeWallet(signer, kit, { chain: 'ETH', subject: 'bob', beside: alice });
  wallets['other application'] = await makeWallet(signer, kit, { chain: 'ETH', applicationId: 'app-b' });
  wallets['with access key'] = await makeWallet(signer, kit, { chain: 'ETH', accessKey: true });
});
afterAll(async () => {
  await signer.stop();
});

const walletOf = (name: string): TestWallet => {
  const wallet = wallets[name];
  if (!wallet) throw new Error(name);
  return wallet;
};

type Request = SignerRequest<'Sign'>;

const outcomeOf = async (request: Request) => refusalIn(await signer.call('Sign', request));

/**
 * A valid request for alice's wallet, with changes made before the policy service sees it. So the verdict agrees with
 * them.
 */
function changed(change: (request: Request) => Partial<Request>, wallet = 'alice'): Request {
  const request = signRequest(kit, walletOf(wallet), [digest]);
  return withVerdict({ ...request, ...change(request) }, kit.policyKey);
}

const context = (change: Partial<NonNullable<Request['context']>>) => (request: Request) => ({
  context: { ...walletOf('alice').context, ...request.context, ...change },
});

it('signs an unchanged request', async () => {
  expect(await outcomeOf(changed(() => ({})))).toBe('none');
});

describe('a record in a context that is not its own', () => {
  it.each<[string, (request: Request) => Partial<Request>, string]>([
    ["another user's record", () => ({ sealed: walletOf('bob').created.sealed }), 'context-mismatch'],
    [
      "another user's whole wallet",
      () => ({ sealed: walletOf('bob').created.sealed, context: walletOf('bob').context }),
      'context-mismatch',
    ],
    [
      'the record of another wallet of the same user',
      () => ({ sealed: walletOf('alice again').created.sealed }),
      'context-mismatch',
    ],
    [
      'the record of another chain',
      () => ({ sealed: walletOf('alice btc').created.sealed }),
      'context-mismatch',
    ],
    [
      'the record of another application',
      () => ({ sealed: walletOf('other application').created.sealed }),
      'record-corrupt',
    ],
    [
      'the key of another application',
      () => ({
        context: {
          ...walletOf('alice').context,
          wrappedApplicationKey: walletOf('other application').context.wrappedApplicationKey,
        },
      }),
      'application-key-invalid',
    ],
    ['another application id', context({ applicationId: 'app-b' }), 'application-key-invalid'],
    ['another wallet id', context({ walletId: 'other' }), 'context-mismatch'],
    ['another network', context({ network: 'SEPOLIA' }), 'context-mismatch'],
    [
      'another chain of the same curve',
      context({ chain: 'BTC', network: 'ETH_MAINNET' }),
      'context-mismatch',
    ],
    ['a higher version', context({ recordVersion: 2 }), 'context-mismatch'],
    [
      'an access key for a wallet that needs none',
      () => ({ accessKey: new Uint8Array(32) }),
      'malformed-request',
    ],
    [
      'the claim that an access key is required',
      (request) => ({
        ...context({ accessKeyRequired: true })(request),
        accessKey: new Uint8Array(32),
        tokenUse: 'core',
      }),
      'context-mismatch',
    ],
    [
      'an application id that the signer does not know',
      context({ applicationId: 'app-x' }),
      'application-unknown',
    ],
    ['version 0', context({ recordVersion: 0 }), 'malformed-request'],
    ['an unknown chain', context({ chain: 'DOGE' }), 'malformed-request'],
    ['an empty wallet id', context({ walletId: '' }), 'malformed-request'],
    ['a wallet id with a line break', context({ walletId: 'a\nb' }), 'malformed-request'],
    ['no context', () => ({ context: undefined }), 'malformed-request'],
    ['no payload', () => ({ payloads: [] }), 'malformed-request'],
    ['a digest of 31 bytes', () => ({ payloads: [new Uint8Array(31)] }), 'malformed-request'],
    ['257 payloads', () => ({ payloads: Array.from({ length: 257 }, () => digest) }), 'malformed-request'],
    ['an unknown token use', () => ({ tokenUse: 'admin' }), 'malformed-request'],
  ])('%s is refused', async (_title, change, refusal) => {
    expect(await outcomeOf(changed(change))).toBe(refusal);
  });

  it('does not allow the longer lifetime of Express tokens for a wallet with an access key', async () => {
    expect(await outcomeOf(changed(() => ({ tokenUse: 'express' }), 'with access key'))).toBe(
      'malformed-request',
    );
  });

  it('the same subject of another issuer is another owner', async () => {
    const other = makeTrustKit();
    const providers = kit.bundle.applications[0]?.providers ?? [];
    const twoIssuers = { ...other.bundle.applications[0]?.providers[0], issuer: 'https://evil.example.com/' };
    const applications = [
      { id: 'app-a', expressJwtMaxLifetimeSeconds: 3600, providers: [...providers, twoIssuers] },
    ];
    const bundle = encodeTrustBundle({ ...kit.bundle, applications: applications as never });
    const second = await startSigner({ trustBundle: bundle, sealingKey: signer.sealingKey });
    const request = signRequest(kit, walletOf('alice'), [digest]);
    const jwt = other.token('alice', { iss: 'https://evil.example.com/' });
    const good = await second.call('Sign', withVerdict(request, kit.policyKey));
    const bad = await second.call('Sign', withVerdict({ ...request, jwt }, kit.policyKey));
    await second.stop();
    expect(good).toHaveProperty('signatures');
    expect(bad).toMatchObject({ refusal: 'context-mismatch' });
    expect(issuer).not.toBe('https://evil.example.com/');
  });

  it('another signer, with another sealing key, opens nothing', async () => {
    const stranger = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
    const { exchangeKey } = must(await stranger.call('GetStatus', { applicationId: '' }));
    const request = changed(() => ({}));
    expect(await stranger.call('Sign', request)).toMatchObject({ refusal: 'verdict-mac' });
    const theirs = withVerdict(request, madeFor(exchangeKey, kit.policyKey));
    expect(await stranger.call('Sign', theirs)).toMatchObject({ refusal: 'application-key-invalid' });
    await stranger.stop();
  });
});

describe('a damaged record', () => {
  it('is refused when any one bit is flipped', async () => {
    const { sealed } = walletOf('alice').created;
    for (let at = 0; at < sealed.length; at += 1) {
      const flipped = sealed.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect(await outcomeOf(changed(() => ({ sealed: flipped })))).toBe('record-corrupt');
    }
  });

  it('is refused when it is truncated or extended', async () => {
    const { sealed } = walletOf('alice').created;
    for (const length of [0, 1, 12, 77, sealed.length - 32, sealed.length - 12, sealed.length - 1])
      expect(await outcomeOf(changed(() => ({ sealed: sealed.slice(0, length) })))).toBe('record-corrupt');
    const longer = new Uint8Array([...sealed, 0]);
    expect(await outcomeOf(changed(() => ({ sealed: longer })))).toBe('record-corrupt');
  });

  it('a damaged application key is refused', async () => {
    const { wrappedApplicationKey } = walletOf('alice').context;
    for (let at = 0; at < wrappedApplicationKey.length; at += 1) {
      const flipped = wrappedApplicationKey.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(await outcomeOf(changed(context({ wrappedApplicationKey: flipped })))).toBe(
        'application-key-invalid',
      );
    }
  });
});

describe('a verdict', () => {
  const strangers = generateKeyPairSync('ed25519');

  it.each<[string, Partial<Verdict> | (() => Partial<Verdict>), string, string]>([
    ['for other bytes', { payloadHashes: [sha256('other')] }, 'verdict-mismatch', 'payloadHashes'],
    [
      'for more bytes',
      { payloadHashes: [sha256(digest), sha256(digest)] },
      'verdict-mismatch',
      'payloadHashes',
    ],
    ['for fewer bytes', { payloadHashes: [] }, 'verdict-mismatch', 'payloadHashes'],
    ['for another wallet', { walletId: 'other' }, 'verdict-mismatch', 'walletId'],
    ['for another application', { applicationId: 'app-b' }, 'verdict-mismatch', 'applicationId'],
    ['for another chain', { chain: 'BTC' }, 'verdict-mismatch', 'chain'],
    ['for another network', { network: 'SEPOLIA' }, 'verdict-mismatch', 'network'],
    ['for another operation', { operation: 'raw_hash' }, 'verdict-mismatch', 'operation'],
    ['for another token', { jwtHash: sha256('other') }, 'verdict-mismatch', 'jwtHash'],
    ['for another version of the record', { recordVersion: 2 }, 'verdict-mismatch', 'recordVersion'],
    [
      'that has expired',
      () => ({ issuedAt: nowSeconds() - 40, expiresAt: nowSeconds() - 10 }),
      'verdict-expired',
      '',
    ],
    [
      'that expires now',
      () => ({ issuedAt: nowSeconds() - 30, expiresAt: nowSeconds() }),
      'verdict-expired',
      '',
    ],
    [
      'from the future',
      () => ({ issuedAt: nowSeconds() + 15, expiresAt: nowSeconds() + 30 }),
      'verdict-not-yet-valid',
      '',
    ],
    ['that is valid for 31 seconds', () => ({ expiresAt: nowSeconds() + 31 }), 'verdict-lifetime', ''],
    [
      'that demands multi-factor authentication',
      { mfa: { maxAgeSeconds: 300, acrValues: [] } },
      'mfa-missing',
      '',
    ],
  ])('%s is refused', async (_title, change, refusal, field) => {
    const request = signRequest(kit, walletOf('alice'), [digest]);
    const changes = typeof change === 'function' ? change() : change;
    const answer = await signer.call('Sign', withVerdict(request, kit.policyKey, changes));
    expect(answer).toMatchObject({ refusal, ...(field !== '' && { details: { field } }) });
  });

  const nothing = new Uint8Array(0);
  it.each<[string, (request: Request) => Partial<Request>, string]>([
    ['under another verdict key', (request) => withVerdict(request, strangers.privateKey), 'verdict-mandate'],
    [
      'that is missing',
      () => ({ verdict: nothing, verdictMac: nothing, mandate: nothing }),
      'verdict-mandate',
    ],
    ['without its mandate', () => ({ mandate: nothing }), 'verdict-mandate'],
    ['without its MAC', () => ({ verdictMac: nothing }), 'verdict-mac'],
    ['whose MAC is truncated', ({ verdictMac }) => ({ verdictMac: verdictMac.slice(0, 31) }), 'verdict-mac'],
    [
      'of another request',
      () => withVerdict(signRequest(kit, walletOf('alice'), [new Uint8Array(32)]), kit.policyKey),
      'verdict-mismatch',
    ],
    [
      'with a flipped bit',
      ({ verdict }) => ({ verdict: verdict.map((byte, at) => (at === 40 ? byte ^ 1 : byte)) }),
      'verdict-mac',
    ],
  ])('%s is refused', async (_title, change, refusal) => {
    const request = withVerdict(signRequest(kit, walletOf('alice'), [digest]), kit.policyKey);
    const { verdict, verdictMac, mandate } = { ...request, ...change(request) };
    expect(await outcomeOf({ ...request, verdict, verdictMac, mandate })).toBe(refusal);
  });

  it("does not help with another user's token", async () => {
    const request = signRequest(kit, walletOf('alice'), [digest]);
    const jwt = kit.token('bob');
    expect(await outcomeOf(withVerdict({ ...request, jwt }, kit.policyKey))).toBe('context-mismatch');
  });
});
