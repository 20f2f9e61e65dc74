import { refusalOf as refused } from '@wallet-service/test-kit/refusal-of';
import { repeatSeconds } from '../src/signature-requests/signature-request.js';
import { payment } from './operations.js';
import { identityKey, newOwner, statementOf, type Owner } from './played-owners.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn, signingRequest } from './policy-service.js';

// What becomes of approvals that a verdict relied on, on a real Postgres, with a clock that the tests move.

type Service = ReturnType<typeof serviceOn>;

let database: PolicyDatabase;
let nowMs = Date.now();
let replicas: readonly [Service, Service];
let made = 0;

beforeAll(async () => {
  database = await policyDatabase('used-approvals');
  const replica = () =>
    serviceOn(database.pool, () => new Date(nowMs), undefined, { identityKeys: [identityKey] });
  replicas = [replica(), replica()];
});
afterAll(() => database.drop());

const ada = newOwner('0192f0c1-0000-7000-8000-000000000001');
const bob = newOwner('0192f0c1-0000-7000-8000-000000000002');

const demanding = (approvals: number) => ({
  ...{ name: 'any payment', method: 'eth_signTransaction', action: 'require_approval', approvals },
  conditions: [
    { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 0 },
  ] as readonly object[],
});

/** An application whose payments need the approval of so many owners. */
async function newApplication(
  approvals: number,
): Promise<{ readonly id: string; readonly policyId: string }> {
  made += 1;
  const id = `used-approvals-${made}`;
  await enableEvaluation(replicas[0], id, {});
  const policy = { name: 'owners', chain: 'ETH', scope: 'GLOBAL', rules: [demanding(approvals)] };
  return { id, policyId: (await createPolicy(replicas[0], id, policy)).id ?? '' };
}

const evaluate = (id: string, replica = replicas[0]) =>
  replica.handlers.Evaluate(signingRequest(id, payment(), {}), context);

/** Asks for a signature that must wait. Returns the id of its request. */
async function waiting(id: string, replica = replicas[0]): Promise<string> {
  const { code, details } = JSON.parse((await refused(evaluate(id, replica))).body) as {
    readonly code: string;
    readonly details: { readonly signature_request_id: string };
  };
  expect(code).toBe('policy.approval-required');
  return details.signature_request_id;
}

const get = (applicationId: string, requestId: string) =>
  replicas[1].handlers.GetSignatureRequest({ applicationId, requestId }, context);

async function approve(applicationId: string, requestId: string, owner: Owner): Promise<void> {
  const { handlers } = replicas[0];
  const asked = { applicationId, requestId, passkeyJson: '' };
  const approver = () => statementOf(applicationId, owner, nowMs);
  const { optionsJson = '' } = await handlers.CreateSignatureChallenge(
    { ...asked, approver: approver() },
    context,
  );
  const passkeyJson = owner.authenticator.get(
    JSON.parse(optionsJson) as { readonly challenge: string; readonly rpId: string },
  );
  await handlers.ApproveSignature({ ...asked, approver: approver(), passkeyJson }, context);
}

const pass = (seconds: number): void => {
  nowMs += seconds * 1000;
};

it('are repeated for ten minutes after the first verdict, and used up then', async () => {
  const { id } = await newApplication(1);
  const requestId = await waiting(id);
  await approve(id, requestId, ada);
  // How long people took, and the user, is not counted.
  pass(3_600);
  const { decisionJson = '' } = await evaluate(id);
  const decision = JSON.parse(decisionJson) as { readonly id: string };
  pass(repeatSeconds - 1);
  await evaluate(id, replicas[1]);
  expect(await get(id, requestId)).toMatchObject({ state: 'open', decisionId: decision.id });
  pass(1);
  expect(await get(id, requestId)).toMatchObject({ state: 'used', decisionId: decision.id });
  const again = await waiting(id);
  expect(again).not.toBe(requestId);
  expect(await get(id, again)).toMatchObject({ state: 'open', approvals: [], decisionId: '' });
  const { requests = [] } = await replicas[0].handlers.ListSignatureRequests(
    { applicationId: id, before: '', limit: 10 },
    context,
  );
  expect(requests.map(({ state }) => state)).toEqual(['open', 'used']);
  await approve(id, again, ada);
  await evaluate(id);
});

it('leave owners nothing to decide once they are used', async () => {
  const { id } = await newApplication(1);
  const requestId = await waiting(id);
  await approve(id, requestId, ada);
  await evaluate(id);
  const approver = () => statementOf(id, bob, nowMs);
  const asked = { applicationId: id, requestId, passkeyJson: '{}' };
  const { CreateSignatureChallenge, ApproveSignature, DeclineSignature } = replicas[0].handlers;
  for (const act of [CreateSignatureChallenge, ApproveSignature, DeclineSignature]) {
    const { code } = await refused(Promise.resolve(act({ ...asked, approver: approver() }, context)));
    expect(code).toBe('signature-request.closed');
  }
  const of = { applicationId: id, personId: ada.personId };
  expect((await replicas[0].handlers.WithdrawApprovals(of, context)).withdrawn).toBe(0);
});

it('do not count again when policies demand more of them', async () => {
  const { id, policyId } = await newApplication(1);
  const signed = await waiting(id);
  await approve(id, signed, ada);
  await evaluate(id);
  await createPolicy(replicas[0], id, {
    ...{ name: 'stricter', chain: 'ETH', scope: 'GLOBAL', rules: [demanding(2)] },
  });
  const requestId = await waiting(id);
  expect(requestId).not.toBe(signed);
  expect(await waiting(id)).toBe(requestId);
  await approve(id, requestId, bob);
  await waiting(id);
  await approve(id, requestId, ada);
  await evaluate(id);
  const { text = '' } = await get(id, requestId);
  const { demanded_by: rules } = JSON.parse(text) as { readonly demanded_by: readonly object[] };
  // Those that demand most are first.
  expect(rules).toMatchObject([
    { policy_name: 'stricter', rule: 'any payment', approvals: 2 },
    { policy_id: policyId, policy_name: 'owners', rule: 'any payment', approvals: 1 },
  ]);
});

it('serve requests at the same moment as one signature, and as none after their time', async () => {
  const { id } = await newApplication(1);
  const requestId = await waiting(id);
  await approve(id, requestId, ada);
  const both = await Promise.all(replicas.map((replica) => evaluate(id, replica)));
  const ids = both.map(({ decisionJson = '' }) => (JSON.parse(decisionJson) as { id: string }).id);
  expect(ids).toContain((await get(id, requestId)).decisionId);
  pass(repeatSeconds);
  const [first, second] = await Promise.all(replicas.map((replica) => waiting(id, replica)));
  expect(first).toBe(second);
  expect(first).not.toBe(requestId);
});

it('are used up when their request expires', async () => {
  const { id } = await newApplication(1);
  const requestId = await waiting(id);
  await approve(id, requestId, ada);
  pass(86_400 - 60);
  await evaluate(id);
  pass(60);
  expect(await get(id, requestId)).toMatchObject({ state: 'used' });
  expect(await waiting(id)).not.toBe(requestId);
});
