import { randomUUID } from 'node:crypto';
import {
  suiteWithApplications,
  call,
  idempotencyOf,
  made,
  type ApplicationUnderTest,
} from './application-under-test.js';
import type { RealSuite } from './real-suite.js';

// What callers get when they repeat a request whose stored answer is of no use to them any more: never a dead access
// key, and never nothing.

let suite: RealSuite;
let app: ApplicationUnderTest;

beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_kept_answers'));
});
afterAll(() => suite.stop());

const recover = (subject: string, walletId: string, more: object = {}) =>
  app.client.call('RecoverAccessKey', { user: app.user(subject), walletId, ...more }, call).then(made);
const rotate = (subject: string, walletId: string, accessKey: Buffer, more: object = {}) =>
  app.client
    .call('RotateAccessKey', { user: app.user(subject), walletId, accessKey, ...more }, call)
    .then(made);

describe('a repeated create', () => {
  it('after a rotation names the wallet, and does not return the dead access key', async () => {
    const idempotency = idempotencyOf(randomUUID());
    const { wallet, accessKey } = await app.create('alice', { idempotency });
    expect((await app.create('alice', { idempotency })).accessKey).toEqual(accessKey);
    const rotated = await rotate('alice', wallet.id, accessKey);
    await expect(app.create('alice', { idempotency })).rejects.toMatchObject({
      code: 'request.idempotency-answer-outdated',
      details: { wallet_id: wallet.id },
    });
    expect(await app.signerOf('alice', wallet.id, rotated.accessKey)).toBe(wallet.address);
  });

  it('with another secret key names the wallet, whose access key can be recovered', async () => {
    const key = randomUUID();
    const { wallet, accessKey } = await app.create('bob', { idempotency: idempotencyOf(key) });
    const other = idempotencyOf(key, 'body', 'another secret key');
    const refused = await app.create('bob', { idempotency: other }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'request.idempotency-answer-sealed',
      details: { wallet_id: wallet.id },
    });
    expect(JSON.stringify(refused)).not.toContain(accessKey.toString('base64'));
    const recovered = await recover('bob', wallet.id);
    expect(await app.signerOf('bob', wallet.id, recovered.accessKey)).toBe(wallet.address);
  });
});

it('a repeated rotation returns its access key until that one is replaced, too', async () => {
  const { wallet, accessKey } = await app.create('carol');
  const idempotency = idempotencyOf(randomUUID());
  const first = await rotate('carol', wallet.id, accessKey, { idempotency });
  expect(await rotate('carol', wallet.id, accessKey, { idempotency })).toEqual(first);
  await recover('carol', wallet.id);
  await expect(rotate('carol', wallet.id, accessKey, { idempotency })).rejects.toMatchObject({
    code: 'request.idempotency-answer-outdated',
    details: { wallet_id: wallet.id },
  });
});

it('a recovery that is repeated after another one names the wallet', async () => {
  const { wallet } = await app.create('dave');
  const idempotency = idempotencyOf(randomUUID());
  const first = await recover('dave', wallet.id, { idempotency });
  expect(await recover('dave', wallet.id, { idempotency })).toEqual(first);
  await recover('dave', wallet.id);
  await expect(recover('dave', wallet.id, { idempotency })).rejects.toMatchObject({
    code: 'request.idempotency-answer-outdated',
    details: { wallet_id: wallet.id },
  });
});
