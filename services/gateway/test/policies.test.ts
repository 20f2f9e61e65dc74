import { exampleDecision, exampleDryRun } from '../src/routes/decision-schema.js';
import { AppError } from '@wallet-service/errors';
import { expectProblem } from './expect-problem.js';
import { gatewayUnderTest, honestAnswers, secretKey, type GatewayUnderTest } from './gateway-under-test.js';
import { provider } from './honest-answers.js';
import { rule } from './policy-answers.js';

const headers = { 'x-service-secret-key': secretKey, 'content-type': 'application/json' };
const draft = { name: 'limit', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
const [condition] = rule.conditions;
const draftOnWire = {
  ...draft,
  rules: [
    {
      ...rule,
      conditions: [
        {
          ...{ fieldSource: 'ethereum_transaction', field: 'value', operator: 'gt' },
          text: '1',
        },
      ],
    },
  ],
};
const withRule = (changes: object) => ({ ...draft, rules: [{ ...rule, ...changes }] });
const withCondition = (changes: object) => withRule({ conditions: [{ ...condition, ...changes }] });
const policy = { id: 'policy-1', is_active: true, ...draft, description: null };

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const send = (method: string, url: string, payload?: unknown, more: Record<string, string> = {}) =>
  gateway.send({ method, url, headers: { ...headers, ...more }, payload });
const lastAsked = () => gateway.asked.at(-1)?.request;

describe('/v1/policy', () => {
  it.each(['/v1/policy', '/v1/policy/'])(
    'POST %s creates a policy and answers 201 with its ETag',
    async (url) => {
      const answer = await send('POST', url, draft);
      expect([answer.status, answer.json(), answer.headers.etag]).toEqual([201, policy, '"4"']);
      expect(lastAsked()).toEqual({
        applicationId: 'application-1',
        policy: draftOnWire,
        providerIssuers: [provider.issuer],
      });
    },
  );

  it('GET lists a bare array', async () => {
    const answer = await send('GET', '/v1/policy');
    expect([answer.status, answer.json()]).toEqual([200, [policy]]);
    expect(lastAsked()).toEqual({ applicationId: 'application-1', chain: '', scope: '', after: '' });
  });

  it('GET asks for every page', async () => {
    const answer = (await honestAnswers['ListPolicies']?.({})) as { policies: object[] };
    const pages: Readonly<Record<string, object>> = {
      '': { policies: [...answer.policies, ...answer.policies], next: 'b' },
      b: { policies: answer.policies, next: 'c' },
      c: { policies: answer.policies, next: '' },
    };
    const paged = await gatewayUnderTest({
      answers: { ListPolicies: ({ after }) => pages[String(after)] },
    });
    const listed = await paged.send({ method: 'GET', url: '/v1/policy', headers });
    expect([listed.status, listed.json()]).toEqual([200, [policy, policy, policy, policy]]);
  });

  it('GET accepts every filter', async () => {
    await send('GET', '/v1/policy/?is_active=false&chain=BTC&scope=STEP_UP');
    expect(lastAsked()).toEqual({
      applicationId: 'application-1',
      isActive: false,
      chain: 'BTC',
      scope: 'STEP_UP',
      after: '',
    });
  });

  it.each(['is_active=1', 'is_active=TRUE', 'chain=eth', 'scope=', 'limit=1'])(
    'GET refuses the filter %s',
    async (query) => {
      expectProblem(await send('GET', `/v1/policy?${query}`), 422, 'request.invalid');
    },
  );

  it('GET, PATCH and DELETE of one', async () => {
    expect((await send('GET', '/v1/policy/policy-1')).json()).toEqual(policy);
    const patched = await send('PATCH', '/v1/policy/policy-1', { is_active: false });
    expect([patched.status, patched.headers.etag]).toEqual([200, '"5"']);
    expect(lastAsked()).toMatchObject({
      changes: { isActive: false },
      expectedRevision: 0,
      providerIssuers: [provider.issuer],
    });
    const deleted = await send('DELETE', '/v1/policy/policy-1');
    expect([deleted.status, deleted.body]).toEqual([204, '']);
  });

  it.each([
    [{}, {}],
    [{ chain: 'ETH' }, { chain: 'ETH' }],
    [{ description: null }, { description: {} }],
    [{ description: '' }, { description: { text: '' } }],
    [{ rules: [rule] }, { rules: { rules: draftOnWire.rules } }],
    [
      { is_active: true, name: 'n', scope: 'GLOBAL' },
      { isActive: true, name: 'n', scope: 'GLOBAL' },
    ],
  ])('PATCH %j changes only what is given', async (body, changes) => {
    expect((await send('PATCH', '/v1/policy/policy-1', body)).status).toBe(200);
    expect(lastAsked()?.['changes']).toEqual(changes);
  });

  it.each([
    ['"3"', 3],
    ['*', 0],
  ])('If-Match %s expects the revision %d', async (tag, expectedRevision) => {
    await send('PATCH', '/v1/policy/policy-1', {}, { 'if-match': tag });
    expect(lastAsked()).toMatchObject({ expectedRevision });
    await send('DELETE', '/v1/policy/policy-1', undefined, { 'if-match': tag });
    expect(lastAsked()).toMatchObject({ expectedRevision });
  });

  it.each(['W/"3"', '3', '"0"', '"x"', '"1", "2"', '"99999999999"'])(
    'If-Match %s matches nothing',
    async (tag) => {
      const answer = await send('PATCH', '/v1/policy/policy-1', {}, { 'if-match': tag });
      expectProblem(answer, 412, 'request.revision-conflict');
      expect(gateway.asked.some(({ method }) => method === 'UpdatePolicy')).toBe(false);
    },
  );

  it.each<[string, unknown, string]>([
    ['POST', { ...draft, name: '' }, '/name'],
    ['POST', { ...draft, name: 'x'.repeat(256) }, '/name'],
    ['POST', { ...draft, chain: 'DOGE' }, '/chain'],
    ['POST', { ...draft, scope: 'LOCAL' }, '/scope'],
    ['POST', { ...draft, rules: [] }, '/rules'],
    ['POST', { ...draft, rules: Array.from({ length: 101 }, () => rule) }, '/rules'],
    ['POST', { ...draft, rules: ['deny'] }, '/rules/0'],
    ['POST', { ...draft, description: 'x'.repeat(1001) }, '/description'],
    ['POST', { ...draft, id: 'mine' }, '/id'],
    ['POST', { name: 'x' }, '/rules'],
    ['PATCH', { is_active: 'no' }, '/is_active'],
    ['PATCH', { owner: 'me' }, '/owner'],
    ['PATCH', { id: 'x' }, '/id'],
    ['PATCH', { name: null }, '/name'],
    ['PATCH', { chain: null }, '/chain'],
    ['PATCH', { rules: { 0: rule } }, '/rules'],
    ['PATCH', { rules: [{ ...rule, id: 1 }] }, '/rules/0/id'],
    ['POST', { ...draft, is_active: 'true' }, '/is_active'],
  ])('%s %j is refused at %s', async (method, body, path) => {
    const answer = await send(method, method === 'POST' ? '/v1/policy' : '/v1/policy/policy-1', body);
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors?.map((error) => error.path)).toContain(path);
  });

  it.each<[object, string, string]>([
    [{ ...draft, rules: { 0: rule } }, '/rules', 'must be array'],
    [{ ...draft, rules: [null] }, '/rules/0', 'must be object'],
    [withRule({ id: 1 }), '/rules/0/id', 'is not a known field'],
    [withRule({ name: 1 }), '/rules/0/name', 'must be string'],
    [withRule({ method: undefined }), '/rules/0/method', 'is required'],
    [withRule({ action: null }), '/rules/0/action', 'must be string'],
    [withRule({ conditions: {} }), '/rules/0/conditions', 'must be array'],
    [withRule({ conditions: ['x'] }), '/rules/0/conditions/0', 'must be object'],
    [withCondition({ not: true }), '/rules/0/conditions/0/not', 'is not a known field'],
    [withCondition({ value: undefined }), '/rules/0/conditions/0/value', 'is required'],
    [withCondition({ field: ['to'] }), '/rules/0/conditions/0/field', 'must be string'],
    [withCondition({ operator: undefined }), '/rules/0/conditions/0/operator', 'is required'],
    [withCondition({ value: {} }), '/rules/0/conditions/0/value', 'must be string, number, boolean or array'],
    [
      withCondition({ value: null }),
      '/rules/0/conditions/0/value',
      'must be string, number, boolean or array',
    ],
    [
      withCondition({ value: ['1', ['2']] }),
      '/rules/0/conditions/0/value/1',
      'must be string, number or boolean',
    ],
    [withCondition({ abi: '[]' }), '/rules/0/conditions/0/abi', 'must be array'],
    [withCondition({ abi: null }), '/rules/0/conditions/0/abi', 'must be array'],
    [withCondition({ token: 7 }), '/rules/0/conditions/0/token', 'must be string'],
    [withCondition({ window_seconds: '60' }), '/rules/0/conditions/0/window_seconds', 'must be integer'],
    [withCondition({ window_seconds: 60.5 }), '/rules/0/conditions/0/window_seconds', 'must be integer'],
    [withCondition({ window_seconds: -1 }), '/rules/0/conditions/0/window_seconds', 'must be >= 0'],
    // In 32 bits it would be 3600.
    [
      withCondition({ window_seconds: 4_294_970_896 }),
      '/rules/0/conditions/0/window_seconds',
      'must be <= 4294967295',
    ],
  ])('%j is refused at %s: %s', async (body, path, message) => {
    const { errors } = expectProblem(await send('POST', '/v1/policy', body), 422, 'request.invalid');
    expect(errors).toEqual([{ path, message }]);
    const draftOfDryRun = { chain: 'ETH', message_base64: '', policy: body };
    const { errors: ofDryRun } = expectProblem(
      await send('POST', '/v1/policy/evaluate', draftOfDryRun),
      422,
      'request.invalid',
    );
    expect(ofDryRun).toEqual([{ path: `/policy${path}`, message }]);
    expect(gateway.asked.some(({ service }) => service === 'policy')).toBe(false);
  });

  it.each(['/v1/policy/%00', '/v1/policy/a%1fb', `/v1/policy/${'x'.repeat(129)}`])(
    'GET %s is refused without a call',
    async (url) => {
      expectProblem(await send('GET', url), 422, 'request.invalid');
      expect(gateway.asked.some(({ service }) => service === 'policy')).toBe(false);
    },
  );

  it('every method needs the secret key', async () => {
    const routes = [
      ['POST', '/v1/policy'],
      ['GET', '/v1/policy'],
      ['GET', '/v1/policy/a'],
      ['PATCH', '/v1/policy/a'],
      ['DELETE', '/v1/policy/a'],
      ['POST', '/v1/policy/evaluate'],
      ['GET', '/v1/policy/a/decisions'],
      ['GET', '/v1/policy/a/revisions'],
    ] as const;
    for (const [method, url] of routes)
      expectProblem(await gateway.send({ method, url }), 401, 'auth.secret-key-invalid');
  });
});

describe('POST /v1/policy/evaluate', () => {
  const transaction = {
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    to: `0x${'11'.repeat(20)}`,
    gas: 21_000,
    maxFeePerGas: '1',
    maxPriorityFeePerGas: '1',
  };

  it.each<[object, string]>([
    [{ chain: 'ETH', raw_data_hash: `0x${'ab'.repeat(32)}` }, 'rawHash'],
    [{ chain: 'SOL', message_base64: 'aGk=' }, 'message'],
    [
      { chain: 'ETH', authorization: { chain_id: 1, address: `0x${'11'.repeat(20)}`, nonce: 0 } },
      'eip7702Authorization',
    ],
    [{ chain: 'ETH', payload: transaction }, 'transaction'],
    [{ chain: 'SOL', payload: 'aGk=' }, 'transaction'],
    [{ chain: 'ETH', typed_data: { a: 1 }, version: 'v3' }, 'typedData'],
  ])('%j is evaluated as %s', async (body, kind) => {
    const answer = await send('POST', '/v1/policy/evaluate', {
      ...body,
      policy_id: 'p',
      provider_id: provider.id,
    });
    expect([answer.status, answer.json()]).toEqual([200, exampleDryRun]);
    expect(Object.keys(lastAsked()?.['operation'] as object)).toEqual([kind]);
    expect(lastAsked()).toMatchObject({ policyId: 'p', issuer: provider.issuer });
    expect(lastAsked()).not.toHaveProperty('policy');
  });

  it('an unsaved policy is passed along', async () => {
    await send('POST', '/v1/policy/evaluate', { chain: 'ETH', message_base64: '', policy: draft });
    expect(lastAsked()).toMatchObject({ policy: draftOnWire, policyId: '', network: 'EVM' });
  });

  it.each<[object, string]>([
    [{ chain: 'ETH' }, ''],
    [{ chain: 'ETH', message_base64: '', payload: transaction }, ''],
    [{ chain: 'ETH', message_base64: '', policy: draft, policy_id: 'p' }, '/policy_id'],
    [{ chain: 'ETH', payload: { ...transaction, gass: 1 } }, '/payload/gass'],
    [{ chain: 'ETH', payload: { ...transaction, from: { toString: 1 } } }, '/payload/from'],
    [{ chain: 'ETH', message_base64: '', provider_id: 'q' }, '/provider_id'],
    [{ chain: 'BTC', payload: {} }, '/payload'],
    [{ chain: 'ETH', message_base64: '', policy: { ...draft, name: '' } }, '/policy/name'],
  ])('%j is refused at %j', async (body, path) => {
    const { errors } = expectProblem(await send('POST', '/v1/policy/evaluate', body), 422, 'request.invalid');
    expect(errors?.map((error) => error.path)).toContain(path);
  });

  it('refuses what makes no sense on the chain, and names the field', async () => {
    const answer = await send('POST', '/v1/policy/evaluate', { chain: 'SOL', typed_data: {} });
    expect(expectProblem(answer, 422, 'chain.operation-unsupported').errors?.[0]?.path).toBe('/chain');
  });
});

describe('past decisions', () => {
  it('decisions come in pages', async () => {
    const answer = await send('GET', '/v1/policy/policy-1/decisions?limit=1&before=d9');
    expect(answer.json()).toEqual({ data: [exampleDecision], next: 'd1' });
    expect(lastAsked()).toMatchObject({ policyId: 'policy-1', before: 'd9', limit: 1 });
  });

  it('decisions of another application’s policy are not found', async () => {
    const other = await gatewayUnderTest({
      answers: {
        ListPolicyRevisions: () => {
          throw new AppError('policy.not-found', 'no');
        },
      },
    });
    const answer = await other.send({ method: 'GET', url: '/v1/policy/p/decisions', headers });
    expectProblem(answer, 404, 'policy.not-found');
  });

  it('revisions show each state of the policy', async () => {
    const answer = await send('GET', '/v1/policy/policy-1/revisions');
    expect(answer.json()).toEqual([
      {
        ...{ revision: 4, change: 'created', time: 1_790_000_000, policy },
        ...{ actor: { kind: 'person', id: 'person-1' }, reason: 'agreed' },
      },
    ]);
  });
});
