import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, serviceOn, updatePolicy } from './policy-service.js';

const rules = [
  {
    name: 'big payments',
    method: 'eth_signTransaction',
    action: 'DENY',
    conditions: [{ field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '5' }],
  },
];
const body = { name: 'limits', chain: 'ETH', scope: 'GLOBAL', rules, description: 'no big payments' };

let database: PolicyDatabase;
let app: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('policies');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(() => {
  applicationId = randomUUID();
});

const get = (policyId: string, owner = applicationId) =>
  app.handlers.GetPolicy({ applicationId: owner, policyId }, context);
const update = (policyId: string, changes: object, expectedRevision = 0, owner = applicationId) =>
  updatePolicy(app, owner, policyId, changes, expectedRevision);
const remove = (policyId: string, expectedRevision = 0, owner = applicationId) =>
  app.handlers.DeletePolicy({ applicationId: owner, policyId, expectedRevision }, context);
const list = async (filter: object = {}) => {
  const { policies = [] } = await app.handlers.ListPolicies(
    { applicationId, chain: '', scope: '', after: '', ...filter },
    context,
  );
  return policies.map(({ name }) => name);
};
const createdId = async (changes: object = {}) => {
  const { id } = await createPolicy(app, applicationId, { ...body, ...changes });
  return id ?? '';
};

describe('CreatePolicy', () => {
  it('stores what was given, with an id, active and at revision 1', async () => {
    const created = await createPolicy(app, applicationId, body);
    expect(created).toMatchObject({
      isActive: true,
      name: 'limits',
      chain: 'ETH',
      scope: 'GLOBAL',
      revision: 1,
    });
    expect(created.description).toBe('no big payments');
    expect(created.rules).toMatchObject([
      {
        ...{ name: 'big payments', method: 'eth_signTransaction', action: 'DENY' },
        conditions: [{ fieldSource: 'ethereum_transaction', field: 'value', operator: 'gt', text: '5' }],
      },
    ]);
    expect(await get(created.id ?? '')).toEqual(created);
  });

  it('leaves the description out when there is none', async () => {
    const bare = { name: 'limits', chain: 'ETH', scope: 'GLOBAL', rules };
    expect(await createPolicy(app, applicationId, bare)).not.toHaveProperty('description');
  });

  it('keeps all characters of names and values', async () => {
    const name = 'é 漢字 \u{1f600} "\\ <&>';
    const created = await createPolicy(app, applicationId, { ...body, name });
    expect((await get(created.id ?? '')).name).toBe(name);
  });
});

describe('ListPolicies', () => {
  it('filters by state, chain and scope, oldest first', async () => {
    await createdId({ name: 'first' });
    await createdId({ name: 'second', is_active: false });
    const stepUp = [{ ...rules[0], action: 'require_mfa' }];
    await createdId({ name: 'third', scope: 'STEP_UP', rules: stepUp });
    const always = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 };
    await createdId({
      name: 'fourth',
      chain: 'SOL',
      rules: [{ ...rules[0], method: '*', conditions: [always] }],
    });
    expect(await list()).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await list({ isActive: true })).toEqual(['first', 'third', 'fourth']);
    expect(await list({ isActive: false })).toEqual(['second']);
    expect(await list({ chain: 'SOL' })).toEqual(['fourth']);
    expect(await list({ scope: 'STEP_UP', chain: 'ETH' })).toEqual(['third']);
    await expect(list({ chain: 'DOGE' })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('UpdatePolicy', () => {
  it('changes only what is given and raises the revision', async () => {
    const id = await createdId();
    const updated = await update(id, { is_active: false });
    expect(updated).toMatchObject({
      isActive: false,
      name: 'limits',
      revision: 2,
      description: 'no big payments',
    });
    expect(await update(id, { description: null })).not.toHaveProperty('description');
    expect(await update(id, { name: 'new' })).toMatchObject({ name: 'new', isActive: false, revision: 4 });
  });

  it('refuses a change that was made for another revision', async () => {
    const id = await createdId();
    await update(id, { name: 'mine' }, 1);
    await expect(update(id, { name: 'theirs' }, 1)).rejects.toMatchObject({
      code: 'request.revision-conflict',
      details: { revision: 2 },
    });
    expect((await get(id)).name).toBe('mine');
  });

  it('lets one of many concurrent changes of the same revision win', async () => {
    const id = await createdId();
    const attempts = Array.from({ length: 20 }, (_, index) => update(id, { name: `writer ${index}` }, 1));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get(id)).revision).toBe(2);
  });

  it.each([{}, { chain: 'ETH' }])(
    'leaves the policy and its revision as they are with %j',
    async (changes) => {
      const id = await createdId();
      const before = await get(id);
      const revision = async () =>
        (
          await database.pool.query<{ revision: bigint }>(
            'select revision from application_revisions where application_id = $1',
            [applicationId],
          )
        ).rows[0];
      const ofApplication = await revision();
      expect(await update(id, changes, 1)).toEqual(before);
      expect(await get(id)).toEqual(before);
      expect(await revision()).toEqual(ofApplication);
      await expect(update(id, changes, 7)).rejects.toMatchObject({ code: 'request.revision-conflict' });
      const { revisions = [] } = await app.handlers.ListPolicyRevisions(
        { applicationId, policyId: id },
        context,
      );
      expect(revisions).toHaveLength(1);
    },
  );

  it('changes nothing when the change is refused', async () => {
    const id = await createdId();
    await expect(update(id, { name: 'x', chain: 'SOL' })).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path: '/chain' }],
    });
    expect(await get(id)).toMatchObject({ name: 'limits', revision: 1 });
  });
});

describe('DeletePolicy', () => {
  it('removes the policy and keeps its revisions', async () => {
    const id = await createdId();
    await update(id, { name: 'second' });
    await expect(remove(id, 1)).rejects.toMatchObject({ code: 'request.revision-conflict' });
    await remove(id, 2);
    await expect(get(id)).rejects.toMatchObject({ code: 'policy.not-found' });
    await expect(remove(id)).rejects.toMatchObject({ code: 'policy.not-found' });
    const { revisions = [] } = await app.handlers.ListPolicyRevisions(
      { applicationId, policyId: id },
      context,
    );
    // These calls have no grant.
    expect(revisions.map(({ actorKind, actorId, reason }) => [actorKind, actorId, reason])).toEqual(
      revisions.map(() => ['', '', '']),
    );
    expect(revisions.map(({ change, policy }) => [change, policy?.name, policy?.revision])).toEqual([
      ['deleted', 'second', 3],
      ['updated', 'second', 2],
      ['created', 'limits', 1],
    ]);
  });
});

describe('the policy of another application', () => {
  it('is not found by any method', async () => {
    const id = await createdId();
    const stranger = randomUUID();
    const refusal = { code: 'policy.not-found' };
    await expect(get(id, stranger)).rejects.toMatchObject(refusal);
    await expect(update(id, { name: 'x' }, 0, stranger)).rejects.toMatchObject(refusal);
    await expect(remove(id, 0, stranger)).rejects.toMatchObject(refusal);
    const revisions = app.handlers.ListPolicyRevisions({ applicationId: stranger, policyId: id }, context);
    await expect(revisions).rejects.toMatchObject(refusal);
    expect(await get(id)).toMatchObject({ name: 'limits' });
  });

  it('is invisible even when a query forgets the application id', async () => {
    await createdId();
    const client = await database.pool.connect();
    try {
      await client.query(`begin; select set_config('app.application_id', '${randomUUID()}', true)`);
      for (const table of ['policies', 'policy_revisions', 'decisions', 'spending_reservations'])
        expect((await client.query(`select 1 from ${table}`)).rowCount).toBe(0);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });
});

it.each(['a\0b', 'a\nb', 'a\u007fb', 'a\u0085b'])('refuses %j as the id of an application', async (odd) => {
  await expect(get('x', odd)).rejects.toMatchObject({ fields: [{ path: '/application_id' }] });
});

it.each(['', 'x', 'a\0b', 'a\nb', '__proto__', 'a'.repeat(5000), "'; drop table policies; --"])(
  'an id that no policy has, such as %.20s, is not found',
  async (policyId) => {
    await expect(get(policyId)).rejects.toMatchObject({ code: 'policy.not-found' });
  },
);

describe('the rules of all policies of an application together', () => {
  // Some 90 KB.
  const heavy = (mark: string) => [
    {
      name: 'phrases',
      method: 'personal_sign',
      action: 'DENY',
      conditions: Array.from({ length: 45 }, (_, at) => ({
        field_source: 'message',
        field: 'content',
        operator: 'contains',
        value: `${mark}${at}${'x'.repeat(1_900)}`,
      })),
    },
  ];

  it('have at most 4 MiB, and are listed in pages', async () => {
    const ids: string[] = [];
    const refused = {
      code: 'policy.limit-reached',
      message: expect.stringContaining('4194304 bytes') as string,
    };
    await expect(
      (async () => {
        for (let mark = 0; mark < 60; mark += 1) ids.push(await createdId({ rules: heavy(String(mark)) }));
      })(),
    ).rejects.toMatchObject(refused);
    expect(ids.length).toBeGreaterThan(40);
    const small = await createdId();
    await expect(update(small, { rules: heavy('more') })).rejects.toMatchObject(refused);
    expect(await get(small)).toMatchObject({ revision: 1 });
    expect(await update(ids[0] ?? '', { rules: heavy('0') })).toMatchObject({ name: 'limits' });
    expect(await update(small, { name: 'renamed' })).toMatchObject({ revision: 2 });
    const listed: string[] = [];
    let pages = 0;
    for (let after = ''; pages === 0 || after !== ''; pages += 1) {
      const page = await app.handlers.ListPolicies({ applicationId, chain: '', scope: '', after }, context);
      listed.push(...(page.policies ?? []).map(({ id = '' }) => id));
      after = page.next ?? '';
    }
    expect(listed).toEqual([...ids, small]);
    expect(pages).toBeGreaterThan(3);
    expect(pages).toBeLessThan(6);
  });
});
