import { generateKeyPairSync } from 'node:crypto';
import { signApprover, type Approver } from '@wallet-service/grants';
import { decodeVerdict } from '@wallet-service/signer-protocol';
import { refusalOf as refused } from '@wallet-service/test-kit/refusal-of';
import { deleteOldRecords } from '../src/delete-old-records.js';
import type { StoredDecision } from '../src/decisions/decision.js';
import { alice, mallory, payment } from './operations.js';
import { identityKey, newOwner, statementOf, type Owner } from './played-owners.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn, signingRequest } from './policy-service.js';

// Signatures that wait for owners, on a real Postgres. Identity is played with its own keys.

type Options = { readonly challenge: string; readonly rpId: string };
type Service = ReturnType<typeof serviceOn>;

let database: PolicyDatabase;
let nowMs = Date.now();
let app: Service;
let made = 0;

beforeAll(async () => {
  database = await policyDatabase('signature-requests');
  app = serviceOn(database.pool, () => new Date(nowMs), undefined, { identityKeys: [identityKey] });
});
afterAll(async () => {
  await database.drop();
});

const ada = newOwner('0192f0c1-0000-7000-8000-000000000001');
const bob = newOwner('0192f0c1-0000-7000-8000-000000000002');

const statement = (applicationId: string, owner: Owner, changes: Partial<Approver> = {}) =>
  statementOf(applicationId, owner, nowMs, changes);

/** An application whose payments of 1 ether or more need the approval of `approvals` owners. */
async function newApplication(approvals: number, more: readonly object[] = [], settings: object = {}) {
  made += 1;
  const id = `approvals-${made}`;
  await enableEvaluation(app, id, settings);
  const large = {
    name: 'large payments',
    method: 'eth_signTransaction',
    action: 'require_approval',
    approvals,
    conditions: [condition('ethereum_transaction', 'value', 'gte', '1000000000000000000')],
  };
  await createPolicy(app, id, { name: 'large', chain: 'ETH', scope: 'GLOBAL', rules: [large, ...more] });
  return id;
}
const condition = (field_source: string, field: string, operator: string, value: unknown) => ({
  ...{ field_source, field, operator, value },
});

const evaluate = (id: string, operation = payment(), changes: object = {}) =>
  app.handlers.Evaluate(signingRequest(id, operation, changes), context);

type Refused = { readonly code: string; readonly details: Readonly<Record<string, unknown>> };
const refusalOf = async (call: Promise<unknown>) => JSON.parse((await refused(call)).body) as Refused;

/** Asks for a signature that must wait. Returns the id of its request. */
async function waiting(id: string, operation = payment(), changes: object = {}): Promise<string> {
  const { code, details } = await refusalOf(evaluate(id, operation, changes));
  expect(code).toBe('policy.approval-required');
  return details['signature_request_id'] as string;
}

async function answerOf(applicationId: string, requestId: string, owner: Owner): Promise<string> {
  const asked = { applicationId, requestId, approver: statement(applicationId, owner), passkeyJson: '' };
  const { optionsJson = '' } = await app.handlers.CreateSignatureChallenge(asked, context);
  return owner.authenticator.get(JSON.parse(optionsJson) as Options);
}

async function approve(applicationId: string, requestId: string, owner: Owner, passkeyJson?: string) {
  const answer = passkeyJson ?? (await answerOf(applicationId, requestId, owner));
  const approver = statement(applicationId, owner);
  return app.handlers.ApproveSignature({ applicationId, requestId, approver, passkeyJson: answer }, context);
}

it('waits until enough owners have approved, and keeps what proves it with the decision', async () => {
  const id = await newApplication(2);
  const requestId = await waiting(id);
  expect(await waiting(id)).toBe(requestId);
  const shown = await app.handlers.GetSignatureRequest({ applicationId: id, requestId }, context);
  expect(JSON.parse(shown.text ?? '')).toMatchObject({
    ...{ id: requestId, application_id: id, wallet_id: 'wallet-1', subject: 'alice' },
    operation: {
      kind: 'ethereum_transaction',
      to: alice,
      value: '1000000000000000000',
      chain_id: '1',
      nonce: '0',
    },
  });
  await approve(id, requestId, ada);
  expect((await refusalOf(evaluate(id))).details).toMatchObject({ approvals: 1, approvals_needed: 2 });
  await approve(id, requestId, bob);
  const { verdict, decisionJson = '' } = await evaluate(id);
  expect(decodeVerdict(verdict as Buffer)?.applicationId).toBe(id);
  const decision = JSON.parse(decisionJson) as StoredDecision;
  expect(decision).toMatchObject({ outcome: 'allow', approval: { request_id: requestId, needed: 2 } });
  expect(decision.approval?.hash).toBe(shown.hash);
  expect(decision.approval?.approvals.map(({ person_id: person }) => person)).toEqual([
    ada.personId,
    bob.personId,
  ]);
  // The same bytes again are no other signature.
  await evaluate(id);
  const { explanation, approval } = await app.handlers.GetDecision(
    { applicationId: id, decisionId: decision.id },
    context,
  );
  expect(explanation?.outcome).toBe('allow');
  expect(approval?.approvals).toHaveLength(2);
});

it('approves nothing but these bytes, for this user, with this wallet', async () => {
  const id = await newApplication(1);
  await approve(id, await waiting(id), ada);
  await evaluate(id);
  const others: [Parameters<typeof evaluate>[1], object][] = [
    [payment({ to: mallory }), {}],
    [payment({ nonce: 1 }), {}],
    [payment(), { subject: 'bob' }],
    [payment(), { issuer: 'https://other.example' }],
    [payment(), { walletId: 'wallet-2' }],
  ];
  for (const [operation, changes] of others) await waiting(id, operation, changes);
  await waiting(await newApplication(1));
});

it('takes no approval twice, of another request, of another person, or of a stranger', async () => {
  const id = await newApplication(2);
  const [first, second] = [await waiting(id), await waiting(id, payment({ nonce: 7 }))];
  const answer = await answerOf(id, first, ada);
  const codeOf = async (...[requestId, owner, passkey]: [string, Owner, string]) =>
    (await refusalOf(approve(id, requestId, owner, passkey))).code;
  expect(await codeOf(second, ada, answer)).toBe('auth.passkey-invalid');
  expect(await codeOf(first, bob, answer)).toBe('auth.passkey-invalid');
  await approve(id, first, ada, answer);
  expect(await codeOf(first, ada, answer)).toBe('signature-request.approved-already');
  expect(await codeOf(first, ada, await answerOf(id, first, ada))).toBe('signature-request.approved-already');
  expect((await refusalOf(evaluate(id))).details).toMatchObject({ approvals: 1 });

  const passkeyJson = await answerOf(id, second, bob);
  const of = { applicationId: id, requestId: second, passkeyJson };
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const statements = [
    statement('another', bob),
    statement(id, bob, { issuedAt: nowMs - 61_000 }),
    statement(id, bob, { issuedAt: nowMs + 60_000 }),
    signApprover(JSON.parse(statement(id, bob).subarray(64).toString()) as Approver, stranger),
    Buffer.alloc(0),
  ];
  for (const approver of statements)
    expect((await refusalOf(app.handlers.ApproveSignature({ ...of, approver }, context))).code).toBe(
      'request.invalid',
    );
});

it('counts no approval that somebody wrote into the database', async () => {
  const id = await newApplication(1);
  const requestId = await waiting(id);
  const rows = await database.owner.query<{ text: string }>(
    'select text from policy.signature_requests where application_id = $1',
    [id],
  );
  const text = rows.rows[0]?.text ?? '';
  const forged = [{ person_id: ada.personId, time: 1, passkey: '{}', approver: '' }];
  const change = (column: string, value: string) =>
    database.owner.query(`update policy.signature_requests set ${column} = $2 where application_id = $1`, [
      id,
      value,
    ]);
  await change('approvals_json', JSON.stringify(forged));
  expect((await refusalOf(evaluate(id))).code).toBe('policy.record-mismatch');
  await change('approvals_json', '[]');
  // What owners would see is not what would be signed.
  await change('text', text.replace(alice, mallory));
  expect((await refusalOf(evaluate(id))).code).toBe('policy.record-mismatch');
  expect((await refusalOf(answerOf(id, requestId, ada))).code).toBe('policy.record-mismatch');
  await change('text', text);
  await approve(id, requestId, ada);
  await evaluate(id);
});

it('ends when it is declined, and when a day has passed', async () => {
  const id = await newApplication(1);
  const declined = await waiting(id);
  await approve(id, declined, ada);
  const approver = statement(id, bob);
  const request = { applicationId: id, requestId: declined, approver, passkeyJson: '' };
  expect((await app.handlers.DeclineSignature(request, context)).state).toBe('declined');
  const again = await waiting(id);
  expect(again).not.toBe(declined);
  expect((await refusalOf(answerOf(id, declined, bob))).code).toBe('signature-request.closed');
  await approve(id, again, ada);
  await evaluate(id);
  nowMs += 86_400_000;
  expect(await waiting(id)).not.toBe(again);
});

it('wants as many owners as the strictest rule, also when that changes', async () => {
  const id = await newApplication(1);
  const requestId = await waiting(id);
  await approve(id, requestId, ada);
  const rule = {
    name: 'to Alice',
    method: 'eth_signTransaction',
    action: 'require_approval',
    approvals: 2,
    conditions: [condition('ethereum_transaction', 'to', 'eq', alice)],
  };
  await createPolicy(app, id, { name: 'strict', chain: 'ETH', scope: 'GLOBAL', rules: [rule] });
  expect(await waiting(id)).toBe(requestId);
  await approve(id, requestId, bob);
  await evaluate(id);
});

it('neither overrides a denial nor a second factor, and reserves nothing while it waits', async () => {
  const window = {
    name: 'at most 1.5 ether a day',
    method: 'eth_signTransaction',
    action: 'DENY',
    conditions: [
      {
        ...condition('spending_window', 'native_amount', 'gt', '1500000000000000000'),
        window_seconds: 86_400,
      },
    ],
  };
  const id = await newApplication(1, [window], {
    embedded_wallet_provider_ids: ['provider'],
    embedded_wallet_issuers: ['https://issuer.example'],
  });
  const mfa = { name: 'mfa', method: 'eth_signTransaction', action: 'require_mfa' };
  const toAlice = [condition('ethereum_transaction', 'to', 'eq', alice)];
  const rules = [{ ...mfa, conditions: toAlice }];
  await createPolicy(app, id, { name: 'step up', chain: 'ETH', scope: 'STEP_UP', rules });
  for (const nonce of [1, 2, 3]) await waiting(id, payment({ nonce }));
  await approve(id, await waiting(id), ada);
  await approve(id, await waiting(id, payment({ nonce: 1 })), ada);
  const { reservationId, verdict } = await evaluate(id);
  expect(reservationId).not.toBe('');
  expect(decodeVerdict(verdict as Buffer)?.mfa).not.toBeNull();
  expect((await refusalOf(evaluate(id, payment({ nonce: 1 })))).code).toBe('policy.denied');
});

it('bounds what waits', async () => {
  const id = await newApplication(1);
  for (let nonce = 0; nonce < 20; nonce += 1) await waiting(id, payment({ nonce }));
  expect((await refusalOf(evaluate(id, payment({ nonce: 20 })))).code).toBe(
    'signature-request.limit-reached',
  );
  await waiting(id, payment({ nonce: 20 }), { walletId: 'wallet-2' });
  const data = `0x${'00'.repeat(40_000)}` as const;
  const large = await refusalOf(evaluate(id, payment({ data, gas: 2_000_000n }), { walletId: 'wallet-2' }));
  expect(large.code).toBe('signature-request.too-large');
  const { requests = [], next } = await app.handlers.ListSignatureRequests(
    { applicationId: id, before: '', limit: 15 },
    context,
  );
  expect(requests).toHaveLength(15);
  const rest = await app.handlers.ListSignatureRequests(
    { applicationId: id, before: next ?? '', limit: 15 },
    context,
  );
  expect([rest.requests?.length, rest.next]).toEqual([6, '']);
});

it('takes ten owners, and keeps a bounded amount of what proves them', async () => {
  const id = await newApplication(10);
  const requestId = await waiting(id);
  const owners = Array.from({ length: 10 }, (_, at) => newOwner(`0192f0c1-0000-7000-8000-00000000010${at}`));
  const [first = ada] = owners;
  const passkey = {
    credentialId: first.authenticator.credentialId,
    publicKey: first.publicKey,
    algorithm: -7,
  };
  const approver = statement(id, first, { passkeys: Array.from({ length: 20 }, () => passkey) });
  const long = { applicationId: id, requestId, approver, passkeyJson: await answerOf(id, requestId, first) };
  expect((await refusalOf(app.handlers.ApproveSignature(long, context))).code).toBe('request.invalid');
  for (const owner of owners) await approve(id, requestId, owner);
  const { decisionJson = '' } = await evaluate(id);
  expect((JSON.parse(decisionJson) as StoredDecision).approval?.approvals).toHaveLength(10);
  expect(Buffer.byteLength(decisionJson)).toBeLessThan(32 * 1024);
});

it('keeps them as long as decisions', async () => {
  const id = await newApplication(1);
  const requestId = await waiting(id);
  const request = { applicationId: id, requestId };
  await deleteOldRecords(database.pool, new Date(nowMs + 89 * 86_400_000));
  await app.handlers.GetSignatureRequest(request, context);
  await deleteOldRecords(database.pool, new Date(nowMs + 91 * 86_400_000));
  expect((await refusalOf(app.handlers.GetSignatureRequest(request, context))).code).toBe(
    'signature-request.not-found',
  );
});

it('tells webhooks of each step, and the journal of each owner', async () => {
  const id = await newApplication(1);
  const requestId = await waiting(id);
  await approve(id, requestId, ada);
  const { events = [] } = await app.handlers.ListEvents(
    { applicationId: id, after: '0', limit: 0, onlyEnd: false },
    context,
  );
  const told = events.filter(({ type }) => type?.startsWith('signature_request'));
  expect(told.map(({ type, orderingKey }) => [type, orderingKey])).toEqual([
    ['signature_request.created', 'signature_requests'],
    ['signature_request.approved', 'signature_requests'],
  ]);
  expect(JSON.parse(told[1]?.dataJson ?? '')).toMatchObject({
    signature_request_id: requestId,
    approvals: 1,
  });
});
