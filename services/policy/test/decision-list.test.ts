import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { inTransaction } from '@wallet-service/postgres';
import { uuidV7 } from '@wallet-service/values';
import { listDecisions, type DecisionFilter } from '../src/decisions/decision-list-store.js';
import { insertDecisions, type DecisionToStore } from '../src/decisions/decision-store.js';
import { hashOfUser } from '../src/decisions/user-hash.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';

// The list of decisions, against a list in memory, and its cost when there are many.

let database: PolicyDatabase;
beforeAll(async () => {
  database = await policyDatabase('policy_decision_list');
});
afterAll(() => database.drop());

const seed = 0xdec15;
const start = 1_790_000_000_000;
const users = ['alice', 'Alice', 'alic\u00e9'].map((subject) => ({ issuer: 'https://a.example/', subject }));

type Drawn = {
  readonly wallet: string;
  readonly outcome: 'allow' | 'deny' | 'require_mfa';
  readonly user: (typeof users)[number];
  readonly trace: string;
  readonly ms: number;
  readonly policies: readonly string[];
};

const drawn: fc.Arbitrary<Drawn> = fc.record({
  wallet: fc.constantFrom('w1', 'w2', 'w3'),
  outcome: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const, 'require_mfa' as const),
  user: fc.constantFrom(...users),
  trace: fc.constantFrom('t1', 't2', ''),
  ms: fc.integer({ min: 0, max: 20_000 }),
  policies: fc.subarray(['p1', 'p2']),
});

function decisionOf(applicationId: string, row: Drawn, index: number): DecisionToStore {
  // The id is made a little after the decision's time.
  const id = uuidV7(start + row.ms + (index % 7), Buffer.from(String(index).padStart(10, '0')));
  const decision = {
    id,
    application_id: applicationId,
    time: new Date(start + row.ms).toISOString(),
    wallet_id: row.wallet,
    outcome: row.outcome,
  } as DecisionToStore['decision'];
  return {
    decision,
    json: JSON.stringify(decision),
    policyIds: row.policies.map((policy) => `${applicationId}/${policy}`),
    userHash: hashOfUser(row.user),
    traceId: row.trace,
    request: Buffer.alloc(0),
  };
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const filters = fc.record({
  walletId: maybe(fc.constantFrom('w1', 'w2', 'w9')),
  user: maybe(fc.constantFrom(...users)),
  outcome: maybe(fc.constantFrom('allow', 'deny', 'require_mfa')),
  traceId: maybe(fc.constantFrom('t1', 't9')),
  since: maybe(fc.integer({ min: -1, max: 21 })),
  until: maybe(fc.integer({ min: -1, max: 21 })),
  policy: maybe(fc.constantFrom('p1', 'p2')),
});

async function all(
  applicationId: string,
  filter: DecisionFilter,
  policyId: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let before: string | undefined, first = true; first || before !== undefined; first = false) {
    const page = await inTransaction(
      database.pool,
      (client) => listDecisions(client, applicationId, { policyId, filter, before, limit }),
      { applicationId },
    );
    expect(page.decisions.length).toBeLessThanOrEqual(limit);
    found.push(...page.decisions.map(({ id }) => id));
    before = page.next;
  }
  return found;
}

it('finds the decisions that match, newest first, page by page', async () => {
  const check = fc.asyncProperty(
    fc.array(drawn, { maxLength: 60 }),
    fc.array(filters, { minLength: 3, maxLength: 6 }),
    fc.integer({ min: 1, max: 20 }),
    async (rows, asked, limit) => {
      const applicationId = randomUUID();
      const stored = rows.map((row, index) => ({ row, made: decisionOf(applicationId, row, index) }));
      if (stored.length > 0)
        await insertDecisions(
          database.pool,
          stored.map(({ made }) => made),
          stored.map(() => 'proof'),
        );
      for (const { user, policy, since, until, ...equal } of asked) {
        const seconds = (value: number | undefined) =>
          value === undefined ? undefined : start / 1000 + value;
        const filter = {
          ...equal,
          userHash: user && hashOfUser(user),
          since: seconds(since),
          until: seconds(until),
        };
        const expected = stored
          .filter(
            ({ row }) =>
              (equal.walletId === undefined || row.wallet === equal.walletId) &&
              (equal.outcome === undefined || row.outcome === equal.outcome) &&
              (equal.traceId === undefined || row.trace === equal.traceId) &&
              (user === undefined || row.user === user) &&
              (since === undefined || row.ms >= since * 1000) &&
              (until === undefined || row.ms < until * 1000) &&
              (policy === undefined || row.policies.includes(policy)),
          )
          .map(({ made }) => made.decision.id)
          .sort()
          .reverse();
        const policyId = policy && `${applicationId}/${policy}`;
        expect([filter, await all(applicationId, filter, policyId, limit)]).toEqual([filter, expected]);
      }
    },
  );
  await fc.assert(check, { seed, numRuns: 40 });
});

it('goes on after 1000 decisions that do not match', async () => {
  const applicationId = randomUUID();
  const row = {
    wallet: 'w1',
    outcome: 'allow',
    user: users[0],
    trace: '',
    ms: 0,
    policies: [],
  } as unknown as Drawn;
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    ...row,
    ms: index,
    wallet: index === 3 ? 'w2' : 'w1',
  }));
  const made = rows.map((each, index) => decisionOf(applicationId, each, index));
  for (let at = 0; at < made.length; at += 500)
    await insertDecisions(
      database.pool,
      made.slice(at, at + 500),
      made.slice(at, at + 500).map(() => 'proof'),
    );
  const filter = { outcome: 'allow', walletId: 'w2' };
  const pages = await inTransaction(
    database.pool,
    (client) =>
      listDecisions(client, applicationId, { policyId: undefined, filter, before: undefined, limit: 10 }),
    { applicationId },
  );
  expect(pages.decisions.map(({ id }) => id)).toEqual([made[3]?.decision.id]);
  const rare = { outcome: 'allow', until: start / 1000 + 1, since: start / 1000 };
  expect(await all(applicationId, rare, undefined, 100)).toHaveLength(1_000);
  // The oldest are read last: pages in between may be empty.
  const plan = await inTransaction(
    database.pool,
    async (client) => {
      const first = await listDecisions(client, applicationId, {
        policyId: undefined,
        filter: { outcome: 'allow', until: start / 1000 + 1 },
        before: undefined,
        limit: 10,
      });
      return [first.decisions.length, first.next !== undefined];
    },
    { applicationId },
  );
  expect(plan).toEqual([0, true]);
});
