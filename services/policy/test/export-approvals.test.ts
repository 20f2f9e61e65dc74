import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { identityKey } from './played-owners.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, enableEvaluation, serviceOn, signingRequest } from './policy-service.js';

let database: PolicyDatabase;
let app: ReturnType<typeof serviceOn>;
const applicationId = 'export-approvals';

beforeAll(async () => {
  database = await policyDatabase('export-approvals');
  app = serviceOn(database.pool, () => new Date(), undefined, { identityKeys: [identityKey] });
  await enableEvaluation(app, applicationId, {});
  const always = {
    ...{ field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 0 },
  };
  const rule = {
    ...{ name: 'exports', method: 'exportPrivateKey', action: 'require_approval', conditions: [always] },
  };
  await createPolicy(app, applicationId, { name: 'exports', chain: 'ETH', scope: 'GLOBAL', rules: [rule] });
});
afterAll(() => database.drop());

async function waitingFor(recipient: number): Promise<string> {
  const operation = { kind: 'export_private_key', recipientPublicKey: Buffer.alloc(32, recipient) } as const;
  const request = signingRequest(applicationId, operation, {});
  const refused = JSON.parse((await refusalOf(app.handlers.Evaluate(request, context))).body) as {
    readonly details: { readonly signature_request_id: string };
  };
  return refused.details.signature_request_id;
}

it('shows owners for whom a private key is exported, and another recipient is another request', async () => {
  const requestId = await waitingFor(7);
  const { text = '' } = await app.handlers.GetSignatureRequest({ applicationId, requestId }, context);
  const { operation } = JSON.parse(text) as { readonly operation: object };
  expect(operation).toEqual({ kind: 'export', recipient_public_key: `0x${'07'.repeat(32)}` });
  expect(await waitingFor(7)).toBe(requestId);
  expect(await waitingFor(8)).not.toBe(requestId);
});
