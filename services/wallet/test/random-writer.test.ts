import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import {
  applicationUnderTest,
  call,
  idempotencyOf,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { logIn, newEmail, pregenerate, statusOf } from './pregeneration-world.js';
import { issuer, realSuite, type RealSuite, type Running } from './real-suite.js';

// A generated writer with the rights of the wallet service's role edits what the first replica made, and the
// second one, which has never heard of it, is asked for everything. Whatever was written: an answer is right
// or there is none, and nothing is made a second time.

let suite: RealSuite;
let writer: pg.Client;
let reading: Running;
let maker: ApplicationUnderTest;
let reader: ApplicationUnderTest;

beforeAll(async () => {
  suite = await realSuite('wallet_writer');
  await Promise.all([suite.startPolicy(), suite.startSigner()]);
  await suite.startWallet(0);
  reading = await suite.startWallet(1);
  const id = randomUUID();
  maker = applicationUnderTest(suite, suite.client(0), id);
  reader = applicationUnderTest(suite, suite.client(1), id, 1);
  const signedBundle = suite.bundle([id], {}, { assertsEmail: true });
  await suite.client(0, 'trust-publisher').call('PublishTrustBundle', { signedBundle }, call);
  writer = new pg.Client({ connectionString: suite.database.roles.wallet.url });
  await writer.connect();
  await writer.query(`select set_config('app.application_id', $1, false)`, [id]);
});
afterAll(async () => {
  await writer.end();
  await suite.stop();
});

type Truth = {
  readonly express: readonly { subject: string; chain: string; id: string; address: string }[];
  readonly emails: readonly { email: string; id: string; address: string; owner: string }[];
  readonly core: readonly {
    subject: string;
    id: string;
    address: string;
    group: string;
    accessKey: Buffer;
    request: string;
  }[];
  readonly groups: readonly string[];
};

type Populated = Truth & {
  readonly ids: readonly string[];
  /** The records that waiting wallets had before they were claimed. */
  readonly former: ReadonlyMap<string, FormerRecord>;
};

/** Two users, each with wallets of every kind, and an address that waits. Nobody else ever asks for them. */
async function populate(): Promise<Populated> {
  const former = new Map<string, FormerRecord>();
  const users = [`alice-${randomUUID()}`, `mallory-${randomUUID()}`] as const;
  const { applicationId } = maker;
  const makeGroup = () => maker.client.call('CreateWalletGroup', { applicationId }, call);
  const groups = (await Promise.all(users.map(makeGroup))).map(({ id }) => id);
  const emails: Truth['emails'][number][] = [];
  for (const owner of [...users, '']) {
    const email = newEmail();
    const { walletId: id, address } = await pregenerate(maker, email);
    const read = 'select record_version, sealed from wallet.wallets where wallet_id = $1';
    const [record] = (await writer.query<FormerRecord>(read, [id])).rows;
    if (record) former.set(id, record);
    const claims = { email, email_verified: true };
    if (owner !== '') await logIn(maker, maker.user(owner, { assertsEmail: true, claims }));
    emails.push({ email, id, address, owner });
  }
  const express = await Promise.all(
    users.flatMap((subject) =>
      ['ETH', 'SOL'].map(async (chain) => {
        const { id, address } = await logIn(maker, maker.user(subject), chain);
        return { subject, chain, id, address };
      }),
    ),
  );
  const core = await Promise.all(
    users.map(async (subject, index) => {
      const [request, group] = [randomUUID(), groups[index] ?? ''];
      const idempotency = idempotencyOf(request);
      const { wallet, accessKey } = await maker.create(subject, { groupId: group, idempotency });
      return { subject, id: wallet.id, address: wallet.address, group, accessKey, request };
    }),
  );
  const ids = [...new Set([...emails, ...express, ...core].map(({ id }) => id))];
  return { express, emails, core, groups, ids, former };
}

const columns = [
  ...[
    'interface',
    'owner_issuer',
    'owner_subject',
    'chain',
    'network',
    'record_version',
    'sealed',
    'public_key',
  ],
  ...[
    'address',
    'access_key_required',
    'recoverable',
    'recovery_record',
    'group_id',
    'resource_id',
    'origin',
  ],
  ...['email_mac', 'time_claimed', 'wallet_id'],
];
const pick = fc.nat({ max: 99 });
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('copy' as const),
    from: pick,
    to: pick,
    columns: fc.subarray(columns, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('swap' as const),
    from: pick,
    to: pick,
    columns: fc.subarray(columns, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constantFrom('set back' as const, 'remove' as const, 'undo claim' as const, 'twin' as const),
    from: pick,
    to: pick,
    columns: fc.constant([]),
  }),
  fc.record({ kind: fc.constant('answer' as const), from: pick, to: pick, columns: fc.constant([]) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const setBack = `update wallet.wallets set record_version = 0, sealed = null, public_key = null, address = null, recovery_record = null,
  lease_id = gen_random_uuid(), lease_ends = now() - interval '1 hour' where wallet_id = $1`;

function statementsOf({ kind, columns: some }: Edit): readonly string[] {
  const others = 'from wallet.wallets as theirs where mine.wallet_id = $1 and theirs.wallet_id = $2';
  const assigned = (prefix: string) => some.map((column) => `${column} = ${prefix}${column}`).join(', ');
  switch (kind) {
    case 'copy':
      return [`update wallet.wallets as mine set ${assigned('theirs.')} ${others}`];
    case 'swap':
      return [
        `update wallet.wallets as mine set ${assigned('theirs.')} from wallet.wallets as theirs
         where mine.wallet_id in ($1, $2) and theirs.wallet_id in ($1, $2) and mine.wallet_id <> theirs.wallet_id`,
      ];
    case 'set back':
      return [`${setBack} and $2::uuid is not null`];
    case 'remove':
      return [
        `${setBack} and $2::uuid is not null`,
        'delete from wallet.wallets where wallet_id = $1 and $2::uuid is not null',
      ];
    case 'undo claim':
      return [
        `update wallet.wallets set interface = 'pregenerated', owner_issuer = null, owner_subject = null, time_claimed = null,
           record_version = $3, sealed = $4 where wallet_id = $1 and $2::uuid is not null`,
      ];
    case 'twin':
      return [
        `insert into wallet.wallets select (jsonb_populate_record(mine, jsonb_build_object('wallet_id', gen_random_uuid(),
           'owner_subject', theirs.owner_subject, 'email_mac', theirs.email_mac))).*
         from wallet.wallets as mine, wallet.wallets as theirs where mine.wallet_id = $1 and theirs.wallet_id = $2`,
      ];
    case 'answer':
      return [`update wallet.idempotency_keys set made_id = $2, record_version = 1 where made_id = $1`];
  }
}

type FormerRecord = { readonly record_version: number; readonly sealed: Buffer };

/** What the database does not take was not written. */
async function write(edits: readonly Edit[], { ids, former }: Populated): Promise<number> {
  let written = 0;
  for (const one of edits)
    for (const sql of statementsOf(one)) {
      const [from = '', to] = [ids[one.from % ids.length], ids[one.to % ids.length]];
      const record = former.get(from);
      const values =
        one.kind === 'undo claim' ? [from, to, record?.record_version, record?.sealed] : [from, to];
      written += await writer
        .query(sql, values)
        .then(({ rowCount }) => rowCount ?? 0)
        .catch(() => 0);
    }
  return written;
}

type Answered = { readonly address: string; readonly id: string };
/** Undefined: refused, and for a reason that the writer may bring about. */
async function ask<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  return answer.catch((error: unknown) => {
    const { code } = error as { code?: string };
    expect(code).toMatch(
      /^wallet\.(record-(mismatch|corrupt|rolled-back)|owner-mismatch|not-found|changed-meanwhile|access-key-invalid|not-recoverable)$|^request\.(idempotency-answer-(outdated|sealed)|invalid)$/,
    );
    return undefined;
  });
}

const same = ({ id, address }: Answered) => ({ id, address });

async function assertAnswers({ express, emails }: Truth): Promise<void> {
  for (const { subject, chain, ...made } of express) {
    const answer = await ask(logIn(reader, reader.user(subject), chain));
    if (answer) expect({ ...same(answer), subject: answer.subject }).toEqual({ ...same(made), subject });
  }
  for (const { email, owner, ...made } of emails)
    for (const answer of [await ask(statusOf(reader, email)), await ask(pregenerate(reader, email))])
      if (answer)
        expect([answer.walletId, answer.address, answer.status, answer.subject]).toEqual([
          made.id,
          made.address,
          owner === '' ? 'unclaimed' : 'claimed',
          owner,
        ]);
}

async function assertCoreAnswers({ core }: Truth): Promise<void> {
  const { applicationId, client } = reader;
  for (const { subject, id, address, group, request, accessKey } of core) {
    const right = { id, address, subject, issuer, groupId: group };
    const found = await ask(client.call('GetWallet', { applicationId, walletId: id }, call));
    if (found) expect(found).toMatchObject(right);
    const kept = await ask(reader.create(subject, { groupId: group, idempotency: idempotencyOf(request) }));
    if (kept) expect(kept.wallet).toMatchObject(right);
    const other = idempotencyOf(request, 'body', 'another secret');
    const named = await reader
      .create(subject, { groupId: group, idempotency: other })
      .catch((error: unknown) => error);
    const { details } = named as { details?: { wallet_id?: string } };
    expect([undefined, id]).toContain(details?.wallet_id);
    const user = reader.user(subject);
    for (const answer of [
      await ask(client.call('RotateAccessKey', { user, walletId: id, accessKey }, call)),
      await ask(client.call('RecoverAccessKey', { user: reader.user(subject), walletId: id }, call)),
    ])
      if (answer) expect(answer.wallet).toMatchObject(right);
  }
}

async function assertLists({ core, groups }: Truth): Promise<void> {
  const { applicationId, client } = reader;
  for (const groupId of groups) {
    const listed = await ask(client.call('ListWallets', { applicationId, groupId }, call));
    for (const wallet of listed?.wallets ?? []) {
      const right = core.find(({ id }) => id === wallet.id);
      expect([wallet.address, wallet.subject, groupId]).toEqual([
        right?.address,
        right?.subject,
        right?.group,
      ]);
    }
  }
}

/** Every event so far tells the address that its wallet was made with. */
async function assertEvents(made: Truth): Promise<void> {
  const addresses = new Map(
    [...made.express, ...made.emails, ...made.core].map(({ id, address }) => [id, address]),
  );
  let after = '0';
  for (;;) {
    const page = await suite
      .client(1, 'webhooks')
      .call('ListEvents', { applicationId: maker.applicationId, after, limit: 500 }, call);
    for (const { orderingKey, dataJson } of page.events) {
      const { address } = JSON.parse(dataJson) as { address?: string };
      if (address !== undefined) expect(address).toBe(addresses.get(orderingKey) ?? address);
    }
    after = page.next;
    if (!page.more) return;
  }
}

it('gets no wrong address answered, no second wallet made, and no answer without an incident where one is missing', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      const truth = await populate();
      written += await write(edits, truth);
      await assertAnswers(truth);
      await assertCoreAnswers(truth);
      await assertLists(truth);
      await assertEvents(truth);
      const { rows } = await writer.query(
        `select name from wallet.wallet_marks group by name having count(*) > 1`,
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: 18, endOnFailure: true },
  );
  // The writer did write, and the reader did notice.
  expect(written).toBeGreaterThan(10);
  expect(reading.output()).toContain('INCIDENT');
}, 120_000);
