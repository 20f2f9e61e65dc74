import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import { makeKey } from '../../../packages/jwt/test/token-maker.js';
import { audience, issuer, nowSeconds, realSuite, type RealSuite, type WalletClient } from './real-suite.js';

// Two signers and two replicas of the wallet service, one signer for each. What one replica is told, the other has to
// find out.

let suite: RealSuite;
let clients: readonly [WalletClient, WalletClient];
let publisher: WalletClient;
const call = { deadlineMs: 10_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };
const known = randomUUID();

beforeAll(async () => {
  suite = await realSuite('wallet_trust');
  await Promise.all([suite.startPolicy(), suite.startSigner(0), suite.startSigner(1)]);
  await Promise.all([
    suite.startWallet(0, {
      SIGNER_TARGETS: `unix:${suite.folder}/signer-0.sock`,
      TRUST_BUNDLE_WAIT_MS: '5000',
    }),
    suite.startWallet(1, { SIGNER_TARGETS: `unix:${suite.folder}/signer-1.sock` }),
  ]);
  clients = [suite.client(0), suite.client(1)];
  publisher = suite.client(0, 'trust-publisher');
  await publish([known], 2);
});
afterAll(() => suite.stop());

const publish = (applications: readonly string[], version: number) =>
  publisher.call('PublishTrustBundle', { signedBundle: suite.bundle(applications, { version }) }, call);
const create = (client: WalletClient, applicationId: string, jwt = suite.token('alice')) =>
  client.call(
    'GetOrCreateWallet',
    { user: { applicationId, issuer, subject: 'alice', jwt, opJwtMode: 'observe' }, chain: 'ETH' },
    call,
  );

it('brings a bundle to the signers of every replica', async () => {
  const address = (await create(clients[0], known)).address;
  const status = () => clients[1].call('GetTrustStatus', { applicationId: known, issuer, audience }, call);
  await until('the bundle', async () => (await status()).version === '2', 3_000);
  expect((await create(clients[1], known)).address).toBe(address);
});

it('answers a request that came before its bundle as soon as the bundle arrives', async () => {
  const late = randomUUID();
  const waiting = create(clients[0], late);
  await sleep(300);
  await publish([known, late], 3);
  expect((await waiting).address).toMatch(/^0x/);
});

it('says so when the bundle does not arrive in time', async () => {
  await expect(create(clients[1], randomUUID())).rejects.toMatchObject({
    code: 'provider.not-trusted-yet',
    details: { reason: 'provider-not-in-bundle' },
  });
  const unknownKey = suite.token('alice', {}, makeKey('k2', 'ES256'));
  await expect(create(clients[1], randomUUID(), unknownKey)).rejects.toMatchObject({
    code: 'provider.not-trusted-yet',
  });
});

it('sends a restarted signer the newest bundle', async () => {
  await publish([known], 4);
  const signer = await suite.startSigner(2);
  const wallet = await suite.startWallet(2, { SIGNER_TARGETS: `unix:${suite.folder}/signer-2.sock` });
  const status = await suite
    .client(2)
    .call('GetTrustStatus', { applicationId: known, issuer, audience }, call);
  expect(status).toMatchObject({ trusted: true, version: '4' });
  await suite.kill(signer);
  await expect(
    suite.client(2).call('GetTrustStatus', { applicationId: known, issuer, audience }, call),
  ).rejects.toMatchObject({ code: 'service.unavailable' });
  await suite.startSigner(2);
  const again = () =>
    suite
      .client(2)
      .call('GetTrustStatus', { applicationId: known, issuer, audience }, call)
      .catch(() => null);
  await until('the signer to be greeted', async () => (await again())?.version === '4', 5_000);
  await suite.kill(wallet);
});

describe('the service refuses a bundle', () => {
  const refused = { code: 'trust-bundle.refused' };
  const offer = (signedBundle: Buffer) => publisher.call('PublishTrustBundle', { signedBundle }, call);

  it('of a lower version', async () => {
    await publish([known], 10);
    await expect(publish([known], 9)).rejects.toMatchObject(refused);
  });

  it('of the same version with other content', async () => {
    await expect(publish([randomUUID()], 10)).rejects.toMatchObject(refused);
  });

  it('that no root key signed, and it does not block the next one', async () => {
    const payload = JSON.parse(suite.bundle([known], { version: 999 }).toString()) as {
      payload: string;
      signatures: { kid: string; signature: string }[];
    };
    payload.signatures = [{ kid: 'root-1', signature: Buffer.alloc(64, 1).toString('base64url') }];
    await expect(offer(Buffer.from(JSON.stringify(payload)))).rejects.toMatchObject(refused);
    expect(await publish([known], 11)).toMatchObject({ version: '11' });
  });

  it('that has expired', async () => {
    const expired = suite.bundle([known], { version: 20, issuedAt: 1, expiresAt: nowSeconds() - 1 });
    await expect(offer(expired)).rejects.toMatchObject(refused);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text that is not JSON', Buffer.from('bundle')],
    ['JSON of another form', Buffer.from('{"payload":"e30","signatures":[]}')],
  ])('that is %s', async (_, bytes) => {
    await expect(offer(bytes)).rejects.toMatchObject(refused);
  });
});

it('accepts the same bundle twice', async () => {
  const bundle = suite.bundle([known], { version: 30 });
  const offer = () => publisher.call('PublishTrustBundle', { signedBundle: bundle }, call);
  expect(await offer()).toMatchObject({ version: '30' });
  expect(await offer()).toMatchObject({ version: '30' });
});
