import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { toBase64, utf8 } from './core/encoding.js';
import type { ClientErrorCode } from './core/error.js';
import { verifyWebhook, type VerifyWebhookOptions, type WebhookRequest } from './webhooks.js';

const secretOf = (key: Uint8Array): string => `whsec_${toBase64(key)}`;
const secret = secretOf(utf8('an endpoint’s signing secret'));
const now = 1_790_000_000;
const event = { type: 'wallet.created', timestamp: '2026-09-21T14:13:20.000Z', data: { wallet_id: 'é ✓' } };
const body = JSON.stringify(event);
const signature = (text = body, key = secret, id = 'evt_1', at = now): string =>
  new Webhook(key).sign(id, new Date(at * 1000), text);
const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(now), 'webhook-signature': signature() };

const verified = (
  request: Partial<WebhookRequest> = {},
  secrets: string | string[] = secret,
  options: VerifyWebhookOptions = {},
) => verifyWebhook({ headers, body, ...request }, secrets, { now, ...options });
const refused = async (code: ClientErrorCode, attempt: Promise<unknown>): Promise<void> => {
  await expect(attempt).rejects.toMatchObject({ code });
};

it('gives the event, whose type narrows its data', async () => {
  const given = await verified();
  expect(given).toEqual({ ...event, id: 'evt_1' });
  if (given.type === 'wallet.created') expect(given.data.wallet_id).toBe('é ✓');
  // @ts-expect-error: other types have other data.
  else expect(given.data.wallet_id).toBeUndefined();
});

it('takes headers of every kind, and the body as bytes', async () => {
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name.toUpperCase(), [text]]),
  );
  for (const given of [new Headers(headers), upper])
    expect(await verified({ headers: given, body: utf8(body) })).toMatchObject(event);
});

it('accepts what an independent library signs, and no other bytes, ids or times', async () => {
  const text = fc.string({ unit: 'binary' }).filter((one) => !/\p{Surrogate}/u.test(one));
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.stringMatching(/^[\w-]{1,40}$/),
      fc.integer({ min: 1, max: 4_000_000_000 }),
      fc.dictionary(text, text),
      async (key, id, at, data) => {
        const signedBody = JSON.stringify({ ...event, data });
        const given = {
          'webhook-id': id,
          'webhook-timestamp': String(at),
          'webhook-signature': signature(signedBody, secretOf(key), id, at),
        };
        const check = (more: object, bytes = signedBody) =>
          verifyWebhook({ headers: { ...given, ...more }, body: bytes }, secretOf(key), { now: at });
        expect(await check({})).toEqual({ ...event, id, data: JSON.parse(JSON.stringify(data)) as unknown });
        await refused('client.webhook-invalid', check({}, `${signedBody} `));
        await refused('client.webhook-invalid', check({ 'webhook-id': `${id}0` }));
        await refused('client.webhook-invalid', check({ 'webhook-timestamp': String(at + 1) }));
      },
    ),
    { numRuns: 25 },
  );
});

it('finds the one good signature among several, under one of several secrets', async () => {
  const old = secretOf(utf8('the secret before this one'));
  const signatures = `v1a,${toBase64(utf8('x'))} v1,no-base64! v1,${toBase64(new Uint8Array(32))} ${signature()}`;
  const several = { ...headers, 'webhook-signature': signatures };
  expect(await verified({ headers: several }, [old, secret])).toMatchObject(event);
  expect(await verified({}, [secret, old])).toMatchObject(event);
  await refused('client.webhook-invalid', verified({}, [old]));
});

it('allows the clocks to differ by the tolerance and no more', async () => {
  for (const by of [-300, 300]) expect(await verified({}, secret, { now: now + by })).toMatchObject(event);
  for (const by of [-301, 301])
    await refused('client.webhook-invalid', verified({}, secret, { now: now + by }));
  await refused('client.webhook-invalid', verified({}, secret, { now: now + 6, toleranceSeconds: 5 }));
  await refused('client.webhook-invalid', verified({}, secret, { toleranceSeconds: Number.NaN }));
});

it.each([
  ['a missing header', { ...headers, 'webhook-signature': undefined }],
  ['a time that is no number', { ...headers, 'webhook-timestamp': `${now}.5` }],
  ['two ids', { ...headers, 'webhook-id': ['evt_1', 'evt_2'] }],
  ['a signature of another version', { ...headers, 'webhook-signature': signature().replace('v1,', 'v2,') }],
  ['half a signature', { ...headers, 'webhook-signature': signature().slice(0, 24) }],
])('refuses %s', async (_, given) => {
  await refused('client.webhook-invalid', verified({ headers: given }));
});

it.each(['no JSON', 'null', '[]', '{"type":"wallet.created"}'])(
  'refuses the signed body %p',
  async (text) => {
    const given = { ...headers, 'webhook-signature': signature(text) };
    await refused('client.webhook-invalid', verified({ headers: given, body: text }));
  },
);

it('says which arguments can never work', async () => {
  await refused('client.request-invalid', verified({ body: event as never }));
  await expect(verified({ body: event as never })).rejects.toThrow(/raw body/);
  for (const secrets of [[], '', 'whsec_', 'whsec_no-base64!', [secret, '§']])
    await refused('client.request-invalid', verified({}, secrets));
});
