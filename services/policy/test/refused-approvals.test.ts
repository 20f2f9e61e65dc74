import { randomUUID } from 'node:crypto';
import { personKeyId } from '@wallet-service/grants';
import { actFor } from '@wallet-service/grpc';
import { refusalOf as refused } from '@wallet-service/test-kit/refusal-of';
import { payment } from './operations.js';
import { identityKey, newOwner, statementOf, type Owner } from './played-owners.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn, signingRequest } from './policy-service.js';

// Passkeys that are refused at the approval of a signature, on a real Postgres.

let database: PolicyDatabase;
let app: ReturnType<typeof serviceOn>;
beforeAll(async () => {
  database = await policyDatabase('refused-approvals');
  app = serviceOn(database.pool, undefined, undefined, { identityKeys: [identityKey] });
});
afterAll(() => database.drop());

const ada = newOwner('0192f0c1-0000-7000-8000-000000000001');
const bob = newOwner('0192f0c1-0000-7000-8000-000000000002');

/** The id of an application, and that of a signature that waits there. */
async function waiting(): Promise<{ readonly applicationId: string; readonly requestId: string }> {
  const applicationId = randomUUID();
  await enableEvaluation(app, applicationId, {});
  const rule = {
    ...{ name: 'any payment', method: 'eth_signTransaction', action: 'require_approval', approvals: 1 },
    conditions: [
      { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 0 },
    ] as readonly object[],
  };
  const policy = { name: 'owners', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
  await createPolicy(app, applicationId, policy);
  const asked = app.handlers.Evaluate(signingRequest(applicationId, payment(), {}), context);
  const { details } = JSON.parse((await refused(asked)).body) as {
    readonly details: { readonly signature_request_id: string };
  };
  return { applicationId, requestId: details.signature_request_id };
}

type Waiting = Awaited<ReturnType<typeof waiting>>;

/** `by` answers the challenge of `owner`, in whose session it is sent. */
async function approve({ applicationId, requestId }: Waiting, owner: Owner, by: Owner) {
  const approver = statementOf(applicationId, owner, Date.now());
  const asked = { applicationId, requestId, approver, passkeyJson: '' };
  const { optionsJson = '' } = await app.handlers.CreateSignatureChallenge(asked, context);
  const passkeyJson = by.authenticator.get(JSON.parse(optionsJson) as { challenge: string; rpId: string });
  const grant = {
    audience: 'policy',
    keyId: personKeyId(owner.personId),
    issuedAt: 0,
    expiresAt: 0,
  } as const;
  return actFor({ ...grant, applicationId }, { reason: '', traceId: 't' }, () =>
    app.handlers.ApproveSignature({ ...asked, passkeyJson }, context),
  );
}

async function refusalsIn(applicationId: string) {
  const { changes = [] } = await app.handlers.ListChanges({ applicationId, limit: 0 }, context);
  return changes
    .filter(({ operation }) => operation === 'admin.passkey_refused')
    .map(({ detailsJson = '' }) => JSON.parse(detailsJson) as { actor: unknown; after: unknown });
}

it('are in the journal, once for a request and a person, and hinder no approval', async () => {
  const request = await waiting();
  const { applicationId, requestId } = request;
  for (let time = 0; time < 2; time += 1)
    expect((await refused(approve(request, ada, bob))).code).toBe('auth.passkey-invalid');
  expect(await refusalsIn(applicationId)).toMatchObject([
    {
      actor: { kind: 'person', id: ada.personId },
      after: {
        ...{ person_id: ada.personId, purpose: 'signature-approval', request_id: requestId },
        refusal: 'other-person',
      },
    },
  ]);
  expect((await approve(request, ada, ada)).approvals).toHaveLength(1);
});

it('are in the journal of their application, with what was wrong', async () => {
  const [one, other] = [await waiting(), await waiting()];
  const approver = statementOf(one.applicationId, ada, Date.now());
  const passkeyJson = ada.authenticator.get({ challenge: 'AAAA', rpId: 'console.example.com' });
  const answer = app.handlers.ApproveSignature({ ...one, approver, passkeyJson }, context);
  expect((await refused(answer)).code).toBe('auth.passkey-invalid');
  expect(await refusalsIn(one.applicationId)).toMatchObject([{ after: { refusal: 'other-challenge' } }]);
  expect(await refusalsIn(other.applicationId)).toEqual([]);
});
