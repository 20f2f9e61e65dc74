import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { receivedDraft } from './policy-on-wire.js';
import { context, createPolicy, serviceOn } from './policy-service.js';

// What the gateway never sends, and another caller may.

const body = {
  ...{ name: 'limits', chain: 'ETH', scope: 'GLOBAL' },
  rules: [
    {
      ...{ name: 'big payments', method: 'eth_signTransaction', action: 'DENY' },
      conditions: [{ field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '5' }],
    },
  ],
};

let database: PolicyDatabase;
let app: App;
const applicationId = randomUUID();
beforeAll(async () => {
  database = await policyDatabase('policy_messages');
  app = serviceOn(database.pool);
});
afterAll(() => database.drop());

async function listed() {
  const request = { applicationId, chain: '', scope: '', after: '' };
  return (await app.handlers.ListPolicies(request, context)).policies;
}

describe('CreatePolicy', () => {
  it('refuses a request without a policy', async () => {
    const refused = app.handlers.CreatePolicy({ applicationId, policy: null, providerIssuers: [] }, context);
    await expect(refused).rejects.toMatchObject({ code: 'request.invalid' });
  });

  const abi = (abiJson: string) => ({ fieldSource: 'ethereum_calldata', field: 'f.a', abiJson });
  const number = (n: number) => ({ text: undefined, number: n });
  const list = (order: string, ...texts: string[]) => ({
    ...{ operator: 'in', text: undefined },
    list: { texts, numbers: [], flags: [], order },
  });
  it.each<[string, object, string, RegExp]>([
    ['no value', { text: undefined }, '/value', /string or a number/],
    ['NaN', number(NaN), '/value', /integer/],
    ['Infinity', number(Infinity), '/value', /integer/],
    ['a number that JSON rounds', number(2 ** 60), '/value', /integer/],
    ['a list with too few values', list('tt', '1'), '/value/1', /string or a number/],
    ['a list of an unknown type', list('x', '1'), '/value/0', /string or a number/],
    ['a text that is too long', { text: '1'.repeat(5000) }, '/value', /integer/],
    ['an ABI that is no JSON', abi('[1,'), '/abi/1', /JSON/],
    ['an ABI that is no list', abi('{}'), '/abi', /array/],
    ['an ABI with a key twice', abi('[{"name":"f","name":"g"}]'), '/abi/0/name', /twice/],
    [
      'an ABI that is nested too deep',
      abi('['.repeat(100) + ']'.repeat(100)),
      '/abi' + '/0'.repeat(32),
      /deep/,
    ],
    ['an ABI with a rounded number', abi('[{"a":9007199254740993}]'), '/abi/0/a', /2\^53/],
    ['an ABI with half a surrogate pair', abi('["\\ud800"]'), '/abi/0', /surrogate/],
    ['a window of nothing', { windowSeconds: 0 }, '/window_seconds', /no meaning/],
  ])('refuses %s', async (_name, wrong, path, message) => {
    const draft = receivedDraft(body);
    const [first] = draft?.rules ?? [];
    const [given] = first?.conditions ?? [];
    if (!draft || !first || !given) throw new Error('no condition');
    const policy = { ...draft, rules: [{ ...first, conditions: [{ ...given, ...wrong }] }] };
    await expect(
      app.handlers.CreatePolicy({ applicationId, policy, providerIssuers: [] }, context),
    ).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path: `/rules/0/conditions/0${path}`, message: expect.stringMatching(message) as string }],
    });
    expect(await listed()).toEqual([]);
  });

  it('refuses more than 256 KiB of rules', async () => {
    const texts = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        name: `${at}`,
        method: 'personal_sign',
        action: 'DENY',
        conditions: Array.from({ length: 10 }, (__, k) => ({
          ...{ field_source: 'message', field: 'content', operator: 'contains' },
          value: `${at} ${k} ${'x'.repeat(3_900)}`,
        })),
      }));
    await createPolicy(app, randomUUID(), { ...body, rules: texts(6) });
    const refused = createPolicy(app, applicationId, { ...body, rules: texts(7) });
    await expect(refused).rejects.toMatchObject({
      fields: [{ path: '/rules', message: expect.stringContaining('256 KiB') as string }],
    });
  });
});

it('ListPolicies refuses what is no `next`', async () => {
  const request = { applicationId, chain: '', scope: '', after: 'a\0b' };
  await expect(app.handlers.ListPolicies(request, context)).rejects.toMatchObject({
    code: 'request.invalid',
    fields: [{ path: '/after' }],
  });
});
