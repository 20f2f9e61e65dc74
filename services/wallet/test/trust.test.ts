import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import { readCertificate } from '@wallet-service/local-certificates';
import { keyThumbprint, type PublicJwk } from '@wallet-service/signer-protocol';
import { until } from '@wallet-service/test-kit/until';
import { makeKey, publicJwkOf, type TestKey } from '../../../packages/jwt/test/token-maker.js';
import type { AppliedTrust } from '../src/trust/applied-trust.js';
import type { Trusted } from './played-identity.js';
import { audience, issuer, nowSeconds, realSuite, type RealSuite, type Running } from './real-suite.js';

// What signers trust reaches them only through this service, and on demand. Two replicas of it, two signers, and an
// identity that the tests play, also as somebody who took it over.

let suite: RealSuite;
let signers: [Running, Running];
let wallet: Running;
const call = { deadlineMs: 10_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };
const [oldKey, newKey, enemyKey] = [makeKey('k1', 'ES256'), makeKey('k2', 'ES256'), makeKey('k1', 'ES256')];
const provider: Omit<Trusted, 'version'> = { issuer, audience, assertsEmail: false, keys: [oldKey] };

beforeAll(async () => {
  suite = await realSuite('wallet_trust');
  const [, one, other] = await Promise.all([suite.startPolicy(), suite.startSigner(0), suite.startSigner(1)]);
  signers = [one, other];
  const SIGNER_TARGETS = [0, 1].map((index) => `unix:${suite.folder}/signer-${index}.sock`).join();
  [wallet] = await Promise.all([
    suite.startWallet(0, { SIGNER_TARGETS }),
    suite.startWallet(1, { SIGNER_TARGETS }),
  ]);
});
afterAll(() => suite.stop());
afterEach(() => {
  suite.identity.replay(undefined);
});

async function restartSigners(): Promise<void> {
  await Promise.all(signers.map((signer) => suite.kill(signer)));
  signers = await Promise.all([suite.startSigner(0), suite.startSigner(1)]);
  const nonce = Buffer.alloc(32);
  const connected = async (replica: number) =>
    (await suite.client(replica).call('GetAttestations', { nonce, applicationId: '' }, call)).attestations
      .length;
  for (const replica of [0, 1])
    await until('both signers', async () => (await connected(replica).catch(() => 0)) === 2);
}

/** Identity knows the provider, and the signers nothing yet. */
function application(changes: Partial<Trusted> = {}) {
  const applicationId = randomUUID();
  const { identity } = suite;
  identity.trust(applicationId, { ...provider, ...changes });
  const known = () => identity.known(applicationId) ?? { ...provider, version: 0 };
  const token = (key = oldKey, claims: object = {}) =>
    suite.token('alice', { nonce: randomUUID(), ...claims }, key);
  const create = (jwt = token(), replica = 0) =>
    suite
      .client(replica)
      .call(
        'GetOrCreateWallet',
        { user: { applicationId, issuer, subject: 'alice', jwt, opJwtMode: 'observe' }, chain: 'ETH' },
        call,
      );
  // Every signature makes a signer verify the token.
  const sign = (jwt = token(), replica = 0) =>
    suite.client(replica).call(
      'Sign',
      {
        user: { applicationId, issuer, subject: 'alice', jwt, opJwtMode: 'observe' },
        chain: 'ETH',
        operation: { message: { message: Buffer.from('hello'), format: 'eip191' } },
      },
      call,
    );
  const status = (replica = 0) =>
    suite.client(replica).call('GetTrustStatus', { applicationId, issuer, audience }, call);
  return {
    applicationId,
    token,
    create,
    sign,
    status,
    known,
    change: (more: Partial<Trusted>) => {
      identity.trust(applicationId, { ...known(), ...more });
    },
    calls: () => identity.callsOf(applicationId),
  };
}

const missing = (name: string) => ({ code: 'provider.not-trusted-yet', details: { missing: name } });

async function incidents(): Promise<number> {
  const metrics = await (await fetch(`${wallet.operations}/metrics`)).text();
  return Number(/record_incidents_total\{[^}]*trust-refused[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

it('brings an application to the signers with its first request, and then asks once in 15 seconds', async () => {
  const app = application();
  await app.create();
  await Promise.all(Array.from({ length: 30 }, () => app.sign()));
  expect(app.calls()).toEqual([{ applicationId: app.applicationId, fresh: false, unchanged: false }]);
});

it('brings it to the signers of every replica', async () => {
  const app = application();
  const { address } = await app.create();
  expect((await app.create(undefined, 1)).address).toBe(address);
  await app.sign(undefined, 1);
  expect(await app.status(1)).toMatchObject({ trusted: true, documentVersion: '1' });
});

it('signs with a key that the provider added a moment ago, in the first request that names it', async () => {
  const app = application();
  await app.create();
  await sleep(1_100); // witnesses state seconds
  app.change({ keys: [oldKey, newKey] });
  await app.sign(app.token(newKey));
  expect(app.calls().map(({ fresh }) => fresh)).toEqual([false, true]);
});

/** What the journal says signers trusted: the version of the document, and the kids. */
async function journaled(applicationId: string) {
  const request = { applicationId, after: '0', limit: 500 };
  const { entries } = await suite.client(0).call('ListJournal', request, call);
  return entries.map(({ operation, detailsJson }) => {
    if (operation !== 'trust.applied') return operation;
    const applied = JSON.parse(detailsJson) as AppliedTrust;
    return [applied.document_version, ...applied.providers.flatMap(({ keys }) => keys)];
  });
}

const thumbprintOf = (key: TestKey) => keyThumbprint(publicJwkOf(key) as PublicJwk);

it('journals each change of what signers trust', async () => {
  const app = application();
  // Signers hold one key set per issuer, so another test's request may have brought newKey already.
  const added = makeKey('k3', 'ES256');
  await app.create();
  await sleep(1_100);
  app.change({ keys: [oldKey, added] });
  await app.sign(app.token(added));
  await app.sign(app.token(added), 1);
  const [first, second] = [thumbprintOf(oldKey), thumbprintOf(added)];
  const [intent, result] = ['message', 'message'];
  const learned = [intent, [2, first, second], result];
  const expected = [[1, first], 'wallet.created', ...learned, intent, result];

  expect(await journaled(app.applicationId)).toEqual(expected);
  // Nobody signs after this change. Whoever reads the journal sees it nevertheless.
  app.change({ keys: [added] });
  await sleep(1_100);
  expect(await journaled(app.applicationId)).toEqual([...expected, [3, second]]);
});

it('takes settings that were changed a moment ago', async () => {
  const app = application();
  await app.create();
  const long = { iat: nowSeconds(), exp: nowSeconds() + 7_000 };
  await expect(app.sign(app.token(oldKey, long))).rejects.toMatchObject({
    code: 'auth.token-lifetime-too-long',
  });
  app.change({ maxLifetimeSeconds: 7_200 });
  await app.sign(app.token(oldKey, long));
});

it('refuses a key that the provider withdrew, after the next check', async () => {
  const app = application({ keys: [oldKey, newKey] });
  await app.create();
  app.change({ keys: [newKey] });
  await sleep(1_100);
  // The status always checks.
  expect((await app.status()).keys.map(({ kid }) => kid)).toEqual(['k2']);
  await expect(app.sign()).rejects.toMatchObject(missing('key-not-in-set'));
  await app.sign(app.token(newKey));
});

it('says what is trusted right after a change', async () => {
  const app = application();
  expect(await app.status()).toMatchObject({ trusted: true, documentVersion: '1' });
  await sleep(1_100);
  app.change({ audience: 'other' });
  expect(await app.status()).toMatchObject({
    trusted: false,
    missing: 'not-in-document',
    documentVersion: '2',
  });
  await sleep(1_100);
  app.change({ audience });
  expect(await app.status()).toMatchObject({ trusted: true, missing: '', documentVersion: '3' });
});

it('brings restarted signers what requests need, with few questions', async () => {
  const apps = [application(), application()];
  await Promise.all(apps.map(({ create }) => create()));
  await restartSigners();
  const before = apps.map(({ calls }) => calls().length);
  await Promise.all(apps.flatMap(({ sign }) => Array.from({ length: 20 }, () => sign())));
  for (const [index, { calls }] of apps.entries())
    expect(calls().length - (before[index] ?? 0)).toBeLessThanOrEqual(3);
});

it('goes on without identity, as quickly as with it, with what the signers hold', async () => {
  const app = application();
  const cold = application();
  await app.create();
  const signTen = async (): Promise<number> => {
    const startedAt = Date.now();
    await Promise.all(Array.from({ length: 10 }, () => app.sign()));
    return Date.now() - startedAt;
  };
  const withIdentity = await signTen();
  await suite.identity.stop();
  expect((await signTen()) - withIdentity).toBeLessThan(2_000);
  // What nobody brought is an outage and no verdict about the token.
  await expect(cold.create()).rejects.toMatchObject({ code: 'service.unavailable' });
  await expect(app.sign(app.token(newKey))).rejects.toMatchObject(missing('key-not-in-set'));
  await suite.identity.start(
    `unix:${suite.folder}/identity.sock`,
    readCertificate(suite.certificates.identity),
  );
  const isBack = () =>
    cold.create().then(
      () => true,
      () => false,
    );
  await until('identity', isBack);
});

describe('whoever took identity over', () => {
  it('cannot bring back a provider that was removed', async () => {
    const app = application();
    await app.create();
    const recorded = suite.identity.answerOf(app.applicationId, app.known());
    await sleep(1_100);
    app.change({ audience: 'other' });
    expect(await app.status()).toMatchObject({ missing: 'not-in-document', documentVersion: '2' });
    const before = await incidents();
    suite.identity.replay(() => recorded);
    await expect(app.sign()).rejects.toMatchObject(missing('not-in-document'));
    expect(await app.status()).toMatchObject({ trusted: false, documentVersion: '2' });
    expect(await incidents()).toBeGreaterThan(before);
    expect(wallet.output()).toMatch(/INCIDENT: a signer was offered an old or forged document/);
  });

  it('cannot do so with signers that restarted either, once its statements are old', async () => {
    const app = application();
    await app.create();
    const recorded = suite.identity.answerOf(app.applicationId, app.known(), nowSeconds() - 130);
    suite.identity.replay(() => recorded);
    const before = await incidents();
    await restartSigners();
    await expect(app.sign()).rejects.toMatchObject(missing('no-document'));
    expect(await incidents()).toBeGreaterThan(before);
    suite.identity.replay(undefined);
    await app.sign();
  });

  it('cannot give a provider other keys, and what the signers hold stays in use', async () => {
    const app = application();
    await app.create();
    const honest = suite.identity.answerOf(app.applicationId, app.known());
    const forged = suite.identity.answerOf(app.applicationId, { ...app.known(), keys: [enemyKey] });
    const before = await incidents();
    suite.identity.replay(() => ({
      ...honest,
      digest: Buffer.alloc(32, 7),
      application: {
        ...honest.application,
        keySets: forged.application?.keySets ?? [],
      },
    }));
    await app.status();
    await expect(app.sign(app.token(enemyKey))).rejects.toMatchObject({ code: 'auth.token-invalid' });
    await app.sign();
    expect(await incidents()).toBeGreaterThan(before);
  });

  it('cannot give one application the document of another', async () => {
    const [app, other] = [application(), application({ keys: [enemyKey] })];
    await app.create();
    const recorded = suite.identity.answerOf(other.applicationId, other.known());
    suite.identity.replay((id) => (id === app.applicationId ? recorded : undefined));
    await expect(app.sign(app.token(enemyKey))).rejects.toMatchObject({ code: 'auth.token-invalid' });
    await app.sign();
  });
});

it('bounds what tokens with invented key ids cost, and leaves honest users their turns', async () => {
  const app = application();
  await app.create();
  const slowest = { ms: 0 };
  const honest = async () => {
    const startedAt = Date.now();
    await app.sign();
    slowest.ms = Math.max(slowest.ms, Date.now() - startedAt);
  };
  const startedAt = Date.now();
  const outcomes: Promise<unknown>[] = [];
  for (let i = 0; i < 150; i++) {
    const forged = app.token(makeKey(`invented-${i}`, 'ES256'));
    outcomes.push(
      app.sign(forged).then(
        () => 'signed',
        (error: unknown) => (error instanceof AppError ? error.details['missing'] : error),
      ),
    );
    if (i % 25 === 0) await honest();
    await sleep(10);
  }
  await honest();
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['key-not-in-set']));
  const seconds = (Date.now() - startedAt) / 1000;
  expect(app.calls().length).toBeLessThanOrEqual(2 + seconds);
  // Forged tokens wait up to 5 seconds. An honest one waits for none of them.
  expect(slowest.ms).toBeLessThan(3_000);
});

it('brings a new root document to the signers without a request, also after they restarted', async () => {
  const version = async () => {
    const metrics = await (await fetch(`${wallet.operations}/metrics`)).text();
    const versions = [...metrics.matchAll(/^wallet_service_signer_root_document_version\{[^}]*\} (\d+)/gm)];
    return Math.min(...versions.map(([, number]) => Number(number)));
  };
  suite.identity.publishRoot();
  await until('the root document', async () => (await version()) === 2);
  await restartSigners();
  const app = application();
  await app.create();
  expect(await version()).toBe(2);
  expect(await app.status()).toMatchObject({ trusted: true, rootVersion: '2' });
});
