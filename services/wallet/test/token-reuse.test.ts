import { randomUUID } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import {
  suiteWithApplications,
  call,
  idempotencyOf,
  made,
  otherAccessKey,
  type ApplicationUnderTest,
  type User,
} from './application-under-test.js';
import { base64url, highSTwin } from '../../../packages/jwt/test/token-maker.js';
import type { RealSuite } from './real-suite.js';

// What one operation token may be used for, apart from signatures: it replaces access keys, too.

let suite: RealSuite;
let app: ApplicationUnderTest;

beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_token_reuse'));
});
afterAll(() => suite.stop());

const strictly = (subject: string): User => app.user(subject, { opJwtMode: 'single_payload' });

function twinOf(user: User): User {
  const [header = '', claims = '', signature = ''] = (user.jwt ?? '').split('.');
  return {
    ...user,
    jwt: `${header}.${claims}.${base64url(highSTwin(Buffer.from(signature, 'base64url')))}`,
  };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : 'no AppError'),
  );

const signWith = (user: User, walletId: string, accessKey: Buffer, text = 'hello') => {
  const operation = { message: { message: Buffer.from(text), format: 'eip191' } };
  return app.client.call('Sign', { user, walletId, accessKey, operation }, call);
};
const rotateWith = (user: User, walletId: string, accessKey: Buffer, more: object = {}) =>
  app.client.call('RotateAccessKey', { user, walletId, accessKey, ...more }, call).then(made);
const recoverWith = (user: User, walletId: string, more: object = {}) =>
  app.client.call('RecoverAccessKey', { user, walletId, ...more }, call).then(made);

describe('a token of an application that lets each token be used for one thing', () => {
  it('that has signed replaces no access key', async () => {
    const { wallet, accessKey } = await app.create('alice');
    const user = strictly('alice');
    await signWith(user, wallet.id, accessKey);
    expect(await codeOf(rotateWith(user, wallet.id, accessKey))).toBe('wallet.token-already-used');
    expect(await codeOf(recoverWith(user, wallet.id))).toBe('wallet.token-already-used');
    expect(await app.signerOf('alice', wallet.id, accessKey)).toBe(wallet.address);
  });

  it('is the same token under the other ECDSA signature, which anybody can compute', async () => {
    const { wallet, accessKey } = await app.create('erin');
    const user = strictly('erin');
    const twin = twinOf(user);
    await signWith(user, wallet.id, accessKey, 'one');
    await signWith(twin, wallet.id, accessKey, 'one');
    expect(await codeOf(signWith(twin, wallet.id, accessKey, 'two'))).toBe('wallet.token-already-used');
    expect(await codeOf(rotateWith(twin, wallet.id, accessKey))).toBe('wallet.token-already-used');
  });

  it.each(['rotate', 'recover'] as const)('that was used to %s does nothing else', async (how) => {
    const { wallet, accessKey } = await app.create('bob');
    const other = await app.create('bob');
    const user = strictly('bob');
    const renewed =
      how === 'rotate' ? await rotateWith(user, wallet.id, accessKey) : await recoverWith(user, wallet.id);
    const key = renewed.accessKey;
    for (const again of [
      signWith(user, wallet.id, key),
      rotateWith(user, wallet.id, key),
      recoverWith(user, wallet.id),
      recoverWith(user, other.wallet.id),
    ])
      expect(await codeOf(again)).toBe('wallet.token-already-used');
    expect(await app.signerOf('bob', wallet.id, key)).toBe(wallet.address);
  });

  it('makes one wallet, whatever the request', async () => {
    const user = strictly('frank');
    const request = { user, network: 'ETH_MAINNET', recoverable: true };
    const create = (more: object = {}) => app.client.call('CreateWallet', { ...request, ...more }, call);
    const { wallet, accessKey } = made(await create());
    expect(await codeOf(create())).toBe('wallet.token-already-used');
    expect(await codeOf(create({ network: 'SOL_MAINNET' }))).toBe('wallet.token-already-used');
    expect(await codeOf(create({ idempotency: idempotencyOf(randomUUID()) }))).toBe(
      'wallet.token-already-used',
    );
    expect(await codeOf(recoverWith(user, wallet.id))).toBe('wallet.token-already-used');
    const imported = { ...request, encapsulatedKey: Buffer.alloc(32), ciphertext: Buffer.alloc(48) };
    expect(await codeOf(app.client.call('ImportPrivateKey', imported, call))).toBe(
      'wallet.token-already-used',
    );
    expect(await app.signerOf('frank', wallet.id, accessKey)).toBe(wallet.address);
  });

  it('gives one wallet, however often it is presented concurrently', async () => {
    const request = { user: strictly('grace'), network: 'ETH_MAINNET' };
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => codeOf(app.client.call('CreateWallet', request, call))),
    );
    expect(codes.sort()).toEqual(['ok', ...Array.from({ length: 5 }, () => 'wallet.token-already-used')]);
  });

  it('can repeat a failed create, and a successful one with its idempotency key', async () => {
    const idempotency = idempotencyOf(randomUUID());
    const imported = { network: 'ETH_MAINNET', encapsulatedKey: Buffer.alloc(32, 9), idempotency };
    const failing = { user: strictly('heidi'), ...imported, ciphertext: Buffer.alloc(48) };
    const attempt = () => codeOf(app.client.call('ImportPrivateKey', failing, call));
    expect([await attempt(), await attempt()]).toEqual([
      'wallet.sealed-key-invalid',
      'wallet.sealed-key-invalid',
    ]);
    const request = {
      user: strictly('heidi'),
      network: 'ETH_MAINNET',
      idempotency: idempotencyOf(randomUUID()),
    };
    const first = await app.client.call('CreateWallet', request, call);
    expect(await app.client.call('CreateWallet', request, call)).toEqual(first);
  });

  it('can repeat a failed use, and a successful one with its idempotency key', async () => {
    const { wallet, accessKey } = await app.create('carol');
    const user = strictly('carol');
    const idempotency = idempotencyOf(randomUUID());
    expect(await codeOf(rotateWith(user, wallet.id, otherAccessKey(), { idempotency }))).toBe(
      'wallet.access-key-invalid',
    );
    const rotated = await rotateWith(user, wallet.id, accessKey, { idempotency });
    expect(await rotateWith(user, wallet.id, accessKey, { idempotency })).toEqual(rotated);
  });

  it('gives one access key, however often it is presented concurrently', async () => {
    const { wallet } = await app.create('dave');
    const user = strictly('dave');
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(recoverWith(user, wallet.id))));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    for (const code of codes)
      expect(['ok', 'wallet.changed-meanwhile', 'wallet.token-already-used']).toContain(code);
  });
});

it('the journal says that a token had another use before, where that is allowed', async () => {
  const { wallet, accessKey } = await app.create('erin');
  const user = app.user('erin');
  await signWith(user, wallet.id, accessKey);
  const { accessKey: renewed } = await recoverWith(user, wallet.id);
  await recoverWith(app.user('erin'), wallet.id);
  expect(renewed).toHaveLength(32);
  const { entries } = await app.client.call(
    'ListJournal',
    { applicationId: app.applicationId, limit: 500 },
    call,
  );
  const recoveries = entries.filter(
    ({ walletId, operation }) => walletId === wallet.id && operation === 'access_key.recovered',
  );
  expect(recoveries.map(({ tokenReused }) => tokenReused)).toEqual([true, false]);

  const creator = app.user('erin');
  for (const network of ['ETH_MAINNET', 'BTC_MAINNET'])
    await app.client.call('CreateWallet', { user: creator, network }, call);
  const later = await app.client.call('ListJournal', { applicationId: app.applicationId, limit: 500 }, call);
  const created = later.entries.filter(({ operation }) => operation === 'wallet.created').slice(-2);
  expect(created.map(({ tokenReused }) => tokenReused)).toEqual([false, true]);
});
