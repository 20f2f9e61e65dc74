import {
  deletePolicy,
  listPolicies,
  signMessage,
  createPolicy,
  coreSignMessage,
} from '../generated/operations.js';
import type { CallOptions } from '../wallets.js';
import { createCaller, type CallerOptions, type Prepare } from './call.js';
import { isErrorOf, WalletServiceError } from './error.js';

// The service is a function here: it says what each attempt gets.

type Reply = Response | Error | 'silence';

function service(...replies: readonly Reply[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const answer = (url: string, init: RequestInit): Promise<Response> => {
    const reply = replies[requests.length];
    requests.push({ url, init });
    if (reply === undefined) throw new Error('the test expects no further request');
    if (reply === 'silence')
      return new Promise((_resolve, reject) =>
        init.signal?.addEventListener('abort', () => {
          reject(init.signal?.reason as Error);
        }),
      );
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  };
  const settings: CallerOptions = { url: 'https://wallets.example/prefix/', fetch: answer };
  return { requests, settings, headers: (index: number) => new Headers(requests[index]?.init.headers) };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Response =>
  json(
    status,
    { type: 't', title: 't', status, detail: `about ${code}`, code, trace_id: 'abc', ...more },
    headers,
  );
const signed = { signature: 's', r: null, s: null, v: null };
const policy = {
  ...{ id: 'p', is_active: true, name: 'n', chain: 'ETH', rules: [], scope: 'GLOBAL', description: null },
};
const nothing: Prepare = () => ({});

async function failure(work: Promise<unknown>): Promise<WalletServiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof WalletServiceError) return error;
  throw new Error(`expected a WalletServiceError, got ${String(error)}`);
}

const call = (settings: CallerOptions) =>
  createCaller(settings, { coreCodes: { POLICY_DENIED: 'policy.denied' } });

it('sends method, path, query, headers and body, and follows no redirect', async () => {
  const { requests, settings } = service(json(200, []));
  await call(settings)(listPolicies, () => ({
    query: { chain: 'ETH', scope: undefined, is_active: true },
    headers: { 'x-service-secret-key': 'sk', 'x-claim': undefined },
  }));
  expect(requests[0]?.url).toBe('https://wallets.example/prefix/v1/policy?chain=ETH&is_active=true');
  expect(requests[0]?.init).toMatchObject({ method: 'GET', redirect: 'manual' });
  expect(requests[0]?.init.headers).toEqual({ 'x-service-secret-key': 'sk' });
  expect(requests[0]?.init.body).toBeUndefined();
});

it('escapes what is put into the path', async () => {
  const { requests, settings } = service(new Response(null, { status: 204 }));
  await call(settings)(deletePolicy, () => ({ path: ['a/../b?c'] }));
  expect(requests[0]?.url).toBe('https://wallets.example/prefix/v1/policy/a%2F..%2Fb%3Fc');
});

it('reads a problem, with the facts of the reference', async () => {
  const facts = { policy_id: 'p', decision_id: 'd', errors: [{ path: '/a', message: 'is required' }] };
  const { settings } = service(problem(403, 'policy.denied', facts, { 'x-trace-id': 'trace' }));
  const error = await failure(call(settings)(signMessage, nothing));
  expect(error).toMatchObject({
    ...{ code: 'policy.denied', status: 403, message: 'about policy.denied', operation: 'signMessage' },
    ...{ traceId: 'trace', decisionId: 'd', retryable: false, challenge: undefined },
    fields: facts.errors,
    details: { policy_id: 'p', decision_id: 'd' },
  });
  expect(isErrorOf('signMessage', error)).toBe(true);
  expect(isErrorOf('listPolicies', error)).toBe(false);
});

it('gives an error of Core the same form and code', async () => {
  const details = { trace_id: 'abc', policy_id: 'p', decision_id: 'd' };
  const { settings } = service(json(403, { error: { code: 'POLICY_DENIED', message: 'm', details } }));
  expect(await failure(call(settings)(coreSignMessage, nothing))).toMatchObject({
    ...{ code: 'policy.denied', message: 'm', traceId: 'abc', decisionId: 'd' },
    details: { policy_id: 'p', decision_id: 'd' },
  });
});

it.each([
  [502, '<html>Bad Gateway</html>', true],
  [404, 'null', false],
  [301, '', false],
])('says of an answer %i that is not ours what to check', async (status, text, retryable) => {
  const { settings } = service(new Response(text, { status }));
  const error = await failure(call({ ...settings, maxAttempts: 1 })(signMessage, nothing));
  expect(error).toMatchObject({ code: 'client.answer-invalid', status, retryable });
  expect(error.message).toContain('check the url');
});

it('refuses an answer 200 that is not JSON', async () => {
  const { settings } = service(new Response('<html>'));
  expect(await failure(call(settings)(signMessage, nothing))).toMatchObject({
    code: 'client.answer-invalid',
  });
});

it.each(['{"status":"ok"}', 'null', '[]', '"text"', ''])(
  'hands out no answer of another form: %p',
  async (text) => {
    const { settings } = service(new Response(text));
    const error = await failure(call(settings)(signMessage, nothing));
    expect(error).toMatchObject({ code: 'client.answer-invalid', status: 200, operation: 'signMessage' });
  },
);

it.each([
  ['a header', 'https://wallets.example', { 'x-service-secret-key': 'sk_one\nsk_two' }],
  ['the url', 'wallets.example', {}],
])('says that %s cannot be sent, without its text', async (_what, url, headers) => {
  const { requests, settings } = service();
  const error = await failure(call({ ...settings, url })(signMessage, () => ({ headers })));
  expect(error).toMatchObject({ code: 'client.request-invalid', retryable: false });
  expect(error.cause).toBeUndefined();
  expect(error.message).not.toContain('sk_one');
  expect(requests).toHaveLength(0);
});

it('tells nothing of what a proxy answers, which may repeat the credentials', async () => {
  const { settings } = service(new Response('<html>x-service-secret-key: sk_secret', { status: 403 }));
  const error = await failure(
    call(settings)(signMessage, () => ({ headers: { 'x-service-secret-key': 'sk_secret' } })),
  );
  expect(JSON.stringify([error, error.message, error.stack])).not.toContain('sk_secret');
});

it('refuses a key that the operation would not take', async () => {
  const { requests, settings } = service();
  const error = await failure(call(settings)(createPolicy, nothing, { idempotencyKey: 'mine' }));
  expect(error).toMatchObject({ code: 'client.unsupported', operation: 'createPolicy' });
  expect(requests).toHaveLength(0);
});

it('does not end at once because its time is long', async () => {
  for (const timeoutMs of [2 ** 31, Infinity]) {
    const { settings } = service(json(200, signed));
    expect(await call(settings)(signMessage, nothing, { timeoutMs })).toEqual(signed);
  }
});

describe('another attempt', () => {
  it('has the same key and body, and is made after a lost answer and after 503', async () => {
    const { requests, settings, headers } = service(
      new TypeError('reset'),
      problem(503, 'service.unavailable'),
      json(200, signed),
    );
    const answer = await call(settings)(signMessage, () => ({ body: { message_base64: 'aGk=' } }));
    expect(answer).toEqual(signed);
    expect(headers(0).get('idempotency-key')).toMatch(/^"[0-9a-f]{32}"$/);
    for (const index of [1, 2]) {
      expect(headers(index).get('idempotency-key')).toBe(headers(0).get('idempotency-key'));
      expect(requests[index]?.init.body).toBe(requests[0]?.init.body);
    }
  });

  it('has the caller’s key, which the error names', async () => {
    const { settings, headers } = service(new TypeError('reset'));
    const options = { idempotencyKey: 'my "key"' };
    const error = await failure(call({ ...settings, maxAttempts: 1 })(signMessage, nothing, options));
    expect(headers(0).get('idempotency-key')).toBe('"my \\"key\\""');
    expect(error).toMatchObject({ code: 'client.network', idempotencyKey: 'my "key"', retryable: true });
  });

  it('is made with a new key in the next call', async () => {
    const { settings, headers } = service(json(200, signed), json(200, signed));
    for (const prepare of [nothing, nothing]) await call(settings)(signMessage, prepare);
    expect(headers(0).get('idempotency-key')).not.toBe(headers(1).get('idempotency-key'));
  });

  it('is not made where the work could be done twice', async () => {
    const { requests, settings } = service(new TypeError('reset'));
    await failure(call(settings)(createPolicy, nothing));
    expect(requests).toHaveLength(1);
  });

  it('is made of anything after 429, which did no work', async () => {
    const { requests, settings } = service(problem(429, 'request.rate-limited'), json(201, policy));
    await call(settings)(createPolicy, nothing);
    expect(requests).toHaveLength(2);
  });

  it('is not made after an error that stays', async () => {
    for (const reply of [
      problem(403, 'policy.denied'),
      problem(500, 'internal'),
      problem(400, 'request.invalid'),
    ]) {
      const { requests, settings } = service(reply);
      await failure(call(settings)(signMessage, nothing));
      expect(requests).toHaveLength(1);
    }
  });

  it('is made while the first one runs', async () => {
    const running = problem(409, 'request.idempotency-running', {}, { 'retry-after': '0' });
    const { requests, settings } = service(running, json(200, signed));
    await call(settings)(signMessage, nothing);
    expect(requests).toHaveLength(2);
  });

  it('is not made more often than asked', async () => {
    const { requests, settings } = service(...[1, 2, 3].map(() => problem(503, 'service.unavailable')));
    await failure(call(settings)(signMessage, nothing));
    expect(requests).toHaveLength(3);
  });

  it('takes a deletion whose answer was lost for done', async () => {
    const lost = service(new TypeError('reset'), problem(404, 'policy.not-found'));
    await call(lost.settings)(deletePolicy, () => ({ path: ['p'] }));
    expect(lost.requests).toHaveLength(2);
    const unknown = service(problem(429, 'request.rate-limited'), problem(404, 'policy.not-found'));
    const error = await failure(call(unknown.settings)(deletePolicy, () => ({ path: ['p'] })));
    expect(error.code).toBe('policy.not-found');
  });

  it('does not take a page of a proxy for a deletion', async () => {
    const proxy = service(problem(503, 'service.unavailable'), new Response('<html>', { status: 404 }));
    const ofProxy = await failure(call(proxy.settings)(deletePolicy, () => ({ path: ['p'] })));
    expect(ofProxy).toMatchObject({ code: 'client.answer-invalid', status: 404 });
    const path = service(problem(503, 'service.unavailable'), problem(404, 'request.not-found'));
    expect((await failure(call(path.settings)(deletePolicy, () => ({ path: ['p'] })))).code).toBe(
      'request.not-found',
    );
  });

  it('is made until the deadline while the first one is at work', async () => {
    const running = () => problem(409, 'request.idempotency-running', {}, { 'retry-after': '0' });
    const { requests, settings } = service(...Array.from({ length: 6 }, running), json(200, signed));
    expect(await call(settings)(signMessage, nothing)).toEqual(signed);
    expect(requests).toHaveLength(7);
  });

  it('is not waited for beyond the deadline', async () => {
    const { requests, settings } = service(problem(503, 'service.unavailable', {}, { 'retry-after': '60' }));
    const error = await failure(call(settings)(signMessage, nothing));
    expect(error).toMatchObject({ code: 'service.unavailable', retryAfterMs: 60_000 });
    expect(requests).toHaveLength(1);
  });
});

describe('a call that ends here', () => {
  const cases: readonly (readonly [string, CallOptions, string, unknown])[] = [
    ['by its deadline', { timeoutMs: 5 }, 'client.timeout', undefined],
    ['before it began', { signal: AbortSignal.abort('why') }, 'client.aborted', 'why'],
  ];
  it.each(cases)('%s', async (_how, options, code, cause) => {
    const { settings } = service('silence');
    const error = await failure(call(settings)(signMessage, nothing, options));
    expect(error.code).toBe(code);
    expect(error.cause).toBe(cause);
    expect(error.operation).toBe('signMessage');
  });

  it('by its caller, while it waits for an answer, a token or its next attempt', async () => {
    const waits: readonly (readonly [Reply, Prepare])[] = [
      ['silence', nothing],
      ['silence', () => new Promise(() => undefined)],
      [problem(503, 'service.unavailable', {}, { 'retry-after': '20' }), nothing],
    ];
    for (const [reply, prepare] of waits) {
      const controller = new AbortController();
      const failed = failure(
        call(service(reply).settings)(signMessage, prepare, { signal: controller.signal }),
      );
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.abort();
      expect((await failed).code).toBe('client.aborted');
    }
  });
});

describe('a refused token', () => {
  const expired = (): Response => problem(401, 'auth.token-expired');
  const stepUp = (): Response =>
    problem(401, 'auth.mfa-required', { acr_values: ['mfa', 'phr'], max_age: 60 });

  it('is replaced once after it expired, with the same key', async () => {
    const { settings, headers } = service(expired(), json(200, signed));
    await call(settings)(signMessage, (renewal) => ({ headers: { token: renewal ? 'new' : 'old' } }));
    expect([headers(0).get('token'), headers(1).get('token')]).toEqual(['old', 'new']);
    expect(headers(1).get('idempotency-key')).toBe(headers(0).get('idempotency-key'));
  });

  it('is not replaced twice, or without another one', async () => {
    const twice = service(expired(), expired());
    expect((await failure(call(twice.settings)(signMessage, nothing))).code).toBe('auth.token-expired');
    const none = service(expired());
    const error = await failure(call(none.settings)(signMessage, (renewal) => (renewal ? undefined : {})));
    expect(error.code).toBe('auth.token-expired');
  });

  it('gets a challenge, and the time of a person does not count', async () => {
    const { settings } = service(stepUp(), json(200, signed));
    const seen: unknown[] = [];
    const prepare: Prepare = async (renewal) => {
      if (!renewal) return {};
      seen.push(renewal.refused.challenge);
      return renewal.untimed(() => new Promise((resolve) => void setTimeout(resolve, 300, {})));
    };
    expect(await call(settings)(signMessage, prepare, { timeoutMs: 200 })).toEqual(signed);
    expect(seen).toEqual([{ acrValues: ['mfa', 'phr'], maxAgeSeconds: 60 }]);
  });

  it('is not found to be wrong by an error of the caller’s own', async () => {
    const own = new Error('logged out');
    await expect(call(service().settings)(signMessage, () => Promise.reject(own))).rejects.toBe(own);
  });
});
