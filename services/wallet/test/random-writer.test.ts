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
import { edit, write, type Edited, type FormerRecord } from './random-edits.js';
import { issuer, realSuite, type RealSuite, type Running } from './real-suite.js';

// A generated writer with the wallet service's role edits what the first replica made. Then the second replica, which
// has never seen it, is asked for everything. Whatever was written, every answer is right or there is none, and nothing
// is made a second time.

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
  suite.trust([id], { assertsEmail: true });
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

type Populated = Truth & Edited;

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

type Answered = { readonly address: string; readonly id: string };
/** Undefined when refused for a reason that the writer can cause. */
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

/** Every event so far has the address that its wallet was made with. */
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

it('never gets a wrong address, a second wallet, or a missing wallet without an incident', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const truth = await populate();
      written += await write(writer, edits, truth);
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
});
