import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedResponseOf, RequestOf, WalletDefinition } from '@wallet-service/grpc';
import { untilItSucceeds } from '@wallet-service/test-kit/until';
import pg from 'pg';
import {
  applicationUnderTest,
  call,
  idempotencyOf,
  suiteWithApplications,
  type ApplicationUnderTest,
} from './application-under-test.js';
import type { RealSuite, Running } from './real-suite.js';
import { untilIntegrated } from './until-integrated.js';

// A signing request with an idempotency key: one signature, one pair of journal entries, one answer.

type Request = Partial<RequestOf<WalletDefinition['Sign']>>;

let suite: RealSuite;
let signer: Running;
let app: ApplicationUnderTest;
let otherReplica: ApplicationUnderTest;
let owner: pg.Client;

beforeAll(async () => {
  ({ suite, signer, app } = await suiteWithApplications('wallet_repeated_signatures'));
  await suite.startWallet(1);
  otherReplica = applicationUnderTest(suite, suite.client(1), app.applicationId, 1);
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await suite.stop();
});

const messageOf = (text: string) => ({ message: { message: Buffer.from(text), format: 'eip191' } });

const sign = (more: Request, through = app) =>
  through.client.call('Sign', { operation: messageOf('hello'), ...more }, call);

/** Express: the gateway sends no seal key for a user. */
const ofUser = (key: string, body?: string) => ({ ...idempotencyOf(key, body), sealKey: Buffer.alloc(0) });

const express = async (subject: string, idempotency: Request['idempotency'], more: Request = {}) => {
  const user = app.user(subject);
  await app.client.call('GetOrCreateWallet', { user, chain: 'ETH' }, call);
  return sign({ user, chain: 'ETH', ...(idempotency && { idempotency }), ...more });
};

async function journalOf(requestId: string): Promise<readonly string[]> {
  await untilIntegrated(owner);
  const { rows } = await owner.query<{ kind: string; outcome: string }>(
    'select kind, outcome from wallet.journal_entries where application_id = $1 and request_id = $2 order by seq',
    [app.applicationId, requestId],
  );
  return rows.map(({ kind, outcome }) => `${kind} ${outcome}`.trim());
}

async function entries(walletId: string): Promise<readonly string[]> {
  await untilIntegrated(owner);
  const { rows } = await owner.query<{ kind: string; outcome: string }>(
    `select kind, outcome from wallet.journal_entries where wallet_id = $1 and kind <> 'event' order by seq`,
    [walletId],
  );
  return rows.map(({ kind, outcome }) => `${kind} ${outcome}`.trim());
}

const keyed = async (): Promise<number> =>
  Number((await owner.query<{ n: string }>('select count(*) as n from wallet.idempotency_keys')).rows[0]?.n);

describe('a retry', () => {
  it.each([true, false])(
    'on Express gives the same answer, receipt %s, and is journaled once',
    async (receipt) => {
      const idempotency = ofUser(randomUUID());
      const first = await express('alice', idempotency, { receipt });
      expect(first.receipt === null).toBe(!receipt);
      expect(await express('alice', idempotency, { receipt })).toEqual(first);
      const user = app.user('alice');
      expect(await sign({ user, chain: 'ETH', idempotency, receipt }, otherReplica)).toEqual(first);
      expect(await journalOf(first.requestId)).toEqual(['intent', 'result signed']);
      const created = (await app.events()).filter(({ data }) => data['request_id'] === first.requestId);
      expect(created.map(({ type }) => type)).toEqual(['signature.created']);
    },
  );

  it('on Core gives the same answer to the same secret key, and nothing to another', async () => {
    const { wallet, accessKey } = await app.create('bob');
    const key = randomUUID();
    const request = { walletId: wallet.id, accessKey, receipt: true };
    const first = await sign({ ...request, user: app.user('bob'), idempotency: idempotencyOf(key) });
    const again = await sign({ ...request, user: app.user('bob'), idempotency: idempotencyOf(key) });
    expect(again).toEqual(first);
    expect(await entries(wallet.id)).toEqual(['intent', 'result signed']);
    const another = idempotencyOf(key, 'body', 'another secret key');
    await expect(sign({ ...request, user: app.user('bob'), idempotency: another })).rejects.toMatchObject({
      code: 'request.idempotency-answer-sealed',
      details: { wallet_id: wallet.id },
    });
    expect(await entries(wallet.id)).toEqual(['intent', 'result signed']);
  });

  it('of another request is refused', async () => {
    const key = randomUUID();
    await express('carol', ofUser(key));
    await expect(express('carol', ofUser(key, 'another body'))).rejects.toMatchObject({
      code: 'request.idempotency-mismatch',
    });
  });

  it('of another user, or on another interface, is a request of its own', async () => {
    const key = randomUUID();
    const { wallet, accessKey } = await app.create('dora');
    const [one, two] = [await express('dora', ofUser(key)), await express('dan', ofUser(key))];
    const request = { walletId: wallet.id, accessKey, user: app.user('dora') };
    const three = await sign({ ...request, idempotency: idempotencyOf(key) });
    expect(new Set([one, two, three].map(({ signature }) => signature?.signature)).size).toBe(3);
    expect(new Set([one, two, three].map(({ requestId }) => requestId)).size).toBe(3);
  });

  it('that comes at the same time as the first runs nothing twice', async () => {
    const idempotency = ofUser(randomUUID());
    const user = app.user('erin');
    const { id } = await app.client.call('GetOrCreateWallet', { user, chain: 'ETH' }, call);
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        sign({ user: app.user('erin'), chain: 'ETH', idempotency }, index % 2 === 0 ? app : otherReplica),
      ),
    );
    for (const one of asked)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'request.idempotency-running' });
    const given = asked.flatMap((one) => (one.status === 'fulfilled' ? [JSON.stringify(one.value)] : []));
    expect(new Set(given).size).toBe(1);
    expect(await entries(id)).toEqual(['intent', 'result signed']);
  });

  it('after the policies changed gives the answer that is out already; a new key is denied', async () => {
    const idempotency = ofUser(randomUUID());
    const first = await express('frank', idempotency);
    const policy = suite.policyClient();
    const settings = (change: object) =>
      policy.call('UpdateSettings', { applicationId: app.applicationId, changes: change }, call);
    await settings({ policyEvaluationEnabled: true, defaultAction: 'deny' });
    try {
      expect(await express('frank', idempotency)).toEqual(first);
      const denied = ofUser(randomUUID());
      await expect(express('frank', denied)).rejects.toMatchObject({ code: 'policy.denied' });
      await settings({ defaultAction: 'allow' });
      // A denial is not kept.
      expect((await express('frank', denied)).signature).toEqual(first.signature);
    } finally {
      await settings({ policyEvaluationEnabled: false, defaultAction: 'allow' });
    }
  });

  it('with an access key that was replaced since is refused', async () => {
    const { wallet, accessKey } = await app.create('grace');
    const idempotency = idempotencyOf(randomUUID());
    const request = { walletId: wallet.id, accessKey, idempotency };
    await sign({ ...request, user: app.user('grace') });
    const user = app.user('grace');
    await app.client.call('RotateAccessKey', { user, walletId: wallet.id, accessKey }, call);
    await expect(sign({ ...request, user: app.user('grace') })).rejects.toMatchObject({
      code: 'request.idempotency-answer-outdated',
      details: { wallet_id: wallet.id },
    });
  });

  it('may have a new token, but none that was used for something else', async () => {
    const strict = { opJwtMode: 'single_payload' };
    const idempotency = ofUser(randomUUID());
    const first = await express('heidi', idempotency, { user: app.user('heidi', strict) });
    expect(await express('heidi', idempotency, { user: app.user('heidi', strict) })).toEqual(first);
    const used = app.user('heidi', strict);
    await express('heidi', undefined, { user: used, operation: messageOf('something else') });
    await expect(express('heidi', idempotency, { user: used })).rejects.toMatchObject({
      code: 'wallet.token-already-used',
    });
    // And a token that fetched the answer is spent on it.
    const spent = app.user('heidi', strict);
    await express('heidi', idempotency, { user: spent });
    await expect(
      express('heidi', undefined, { user: spent, operation: messageOf('something else') }),
    ).rejects.toMatchObject({ code: 'wallet.token-already-used' });
  });
});

it('keeps the answer sealed, and gives out none that was changed', async () => {
  const idempotency = ofUser(randomUUID());
  const first = await express('ivan', idempotency, { receipt: true });
  const signature = first.signature?.signature ?? '';
  const newest = `select ctid from wallet.idempotency_keys order by expires desc limit 1`;
  const { rows } = await owner.query<{ sealed: Buffer }>(
    `select sealed_answer as sealed from wallet.idempotency_keys where ctid = (${newest})`,
  );
  const sealed = rows[0]?.sealed ?? Buffer.alloc(0);
  expect(sealed.length).toBeGreaterThan(signature.length);
  expect(sealed.includes(signature)).toBe(false);
  expect(sealed.includes(Buffer.from(signature.slice(2), 'hex'))).toBe(false);
  await owner.query(
    `update wallet.idempotency_keys set sealed_answer = set_byte(sealed_answer, 20, get_byte(sealed_answer, 20) # 1)
     where ctid = (${newest})`,
  );
  await expect(express('ivan', idempotency, { receipt: true })).rejects.toMatchObject({
    code: 'request.idempotency-answer-sealed',
  });
});

it('without a key writes nothing to the table of answers', async () => {
  const before = await keyed();
  await express('judy', undefined);
  expect(await keyed()).toBe(before);
});

describe('kill -9', () => {
  // The entry is seen only when it is in the journal, which takes longer on a busy machine.
  const brief = { ...call, deadlineMs: 8_000 };

  async function untilWaiting(statement: string): Promise<void> {
    await untilItSucceeds(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`,
        [`%${statement}%`],
      );
      if (rows.length === 0) throw new Error('nothing waits yet');
    });
  }

  it('between the signature and its answer: the next attempt gives the same signature, journaled once', async () => {
    const victim = await suite.startWallet(2);
    const mallory = applicationUnderTest(suite, suite.client(2), app.applicationId, 2);
    const idempotency = ofUser(randomUUID());
    const user = app.user('mallory');
    const { id } = await app.client.call('GetOrCreateWallet', { user, chain: 'ETH' }, call);
    // From now on the victim needs the signer for the signature alone.
    await sign({ user: app.user('mallory'), chain: 'ETH', operation: messageOf('before') }, mallory);
    const before = await entries(id);
    const since = async () => (await entries(id)).slice(before.length);
    // The signer waits until this test holds the row that the answer goes into.
    signer.child.kill('SIGSTOP');
    const request = { operation: messageOf('hello'), user, chain: 'ETH', idempotency };
    const asking = mallory.client.call('Sign', request, brief).catch((error: unknown) => error);
    const locked = new pg.Client({ connectionString: suite.database.url });
    await locked.connect();
    await untilItSucceeds(async () => {
      expect(await since()).toEqual(['intent']);
    });
    await locked.query('begin');
    await locked.query('select from wallet.idempotency_keys where sealed_answer is null for update');
    signer.child.kill('SIGCONT');
    await untilWaiting('update idempotency_keys set sealed_answer');
    await suite.kill(victim);
    await locked.query('rollback');
    await locked.end();
    expect(await asking).toBeInstanceOf(Error);
    expect(await since()).toEqual(['intent']);

    const retry = (): Promise<ReceivedResponseOf<WalletDefinition['Sign']>> =>
      sign({ user: app.user('mallory'), chain: 'ETH', idempotency });
    await expect(retry()).rejects.toMatchObject({ code: 'request.idempotency-running' });
    await owner.query('update wallet.idempotency_keys set lease_ends = now() where sealed_answer is null');
    await sleep(5);
    const answer = await retry();
    expect(await since()).toEqual(['intent', 'intent', 'result signed']);
    expect(await retry()).toEqual(answer);
    expect((await express('mallory', undefined)).signature).toEqual(answer.signature);
  });
});
