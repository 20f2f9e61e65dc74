import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { audience, issuer, realSuite, type RealSuite, type Running } from './real-suite.js';

// Somebody with the wallet service's role writes trust bundles. No signer accepts them, and they must not keep the
// signers from getting the real ones either.

let suite: RealSuite;
let enemy: pg.Client;
let wallet: Running;
let signer: Running;
const known = randomUUID();
const call = { deadlineMs: 10_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };

beforeAll(async () => {
  suite = await realSuite('wallet_forged_bundles');
  [, signer] = await Promise.all([suite.startPolicy(), suite.startSigner()]);
  wallet = await suite.startWallet(0);
  enemy = new pg.Client({ connectionString: suite.database.roles.wallet.url });
  await enemy.connect();
  await publish(published);
});
afterAll(async () => {
  await enemy.end();
  await suite.stop();
});

const publish = (version: number) =>
  suite
    .client(0, 'trust-publisher')
    .call('PublishTrustBundle', { signedBundle: suite.bundle([known], { version }) }, call);

/** Has the content of the real one in another version. Only its signature is wrong. */
function forged(version: number): Buffer {
  const signed = JSON.parse(suite.bundle([known], { version }).toString()) as { signatures: object[] };
  signed.signatures = [{ kid: 'root-1', signature: Buffer.alloc(64, 1).toString('base64url') }];
  return Buffer.from(JSON.stringify(signed));
}

const plant = (version: number, content: Buffer) =>
  enemy.query(
    `insert into wallet.trust_bundles (version, signed_bundle, time_published, mac)
     select $1, $2, now(), max(mac) from wallet.trust_bundles`,
    [version, content],
  );

async function restartBoth(): Promise<void> {
  await suite.kill(wallet);
  await suite.kill(signer);
  signer = await suite.startSigner();
  wallet = await suite.startWallet(0);
}

async function untilInForce(version: number): Promise<object> {
  for (let waited = 0; ; waited += 50) {
    const status = await suite
      .client(0)
      .call('GetTrustStatus', { applicationId: known, issuer, audience }, call);
    if (status.version === String(version) || waited > 5_000) return status;
    await sleep(50);
  }
}

const countRefused = async (): Promise<number> => {
  const metrics = await (await fetch(`${wallet.operations}/metrics`)).text();
  const counted = /event_rows_refused_total\{[^}]*row="trust-bundle"[^}]*\} (\d+)/.exec(metrics)?.[1];
  return Number(counted ?? Number.NaN);
};

let published = 2;

it.each([
  ['without a signature', () => 1_000, forged],
  ['that is not a bundle', () => Number.MAX_SAFE_INTEGER, () => Buffer.from('bundle')],
  ['in place of the next one', () => published + 1, forged],
])('a forged bundle %s is never delivered and blocks nothing', async (_, versionOf, content) => {
  const version = versionOf();
  await plant(version, content(version));
  await restartBoth();
  // The signer was started with the bundle of its image. The wallet service sends it the newest real one when it
  // connects.
  expect(await untilInForce(published)).toMatchObject({ trusted: true, version: String(published) });
  expect(await countRefused()).toBeGreaterThan(0);
  expect(wallet.output()).toMatch(new RegExp(`"row":"trust-bundle","version":"${version}".*INCIDENT`));

  expect(await publish(published + 1)).toMatchObject({ version: String(published + 1) });
  published += 1;
  expect(await untilInForce(published)).toMatchObject({ trusted: true, version: String(published) });
  await enemy.query('delete from wallet.trust_bundles where version > $1', [published]);
  await restartBoth();
  expect(await untilInForce(published)).toMatchObject({ trusted: true, version: String(published) });
  expect(await countRefused()).toBe(0);
});

it('a bundle whose row was rewritten is not used to say whom the signers trust', async () => {
  const version = String(published);
  const other = randomUUID();
  await suite.kill(wallet);
  await enemy.query('delete from wallet.trust_bundles where version = $1', [version]);
  await plant(published, suite.bundle([known, other], { version: published }));
  wallet = await suite.startWallet(0);
  const question = { applicationId: other, issuer, audience };
  const status = await suite.client(0).call('GetTrustStatus', question, call);
  expect(status).toMatchObject({ trusted: false, version });
  expect(wallet.output()).toMatch(/"row":"trust-bundle".*INCIDENT/);
});
