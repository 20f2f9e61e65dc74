import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { until } from '@wallet-service/test-kit/until';
import { freshToken, type Customer } from '../http/customer.js';
import type { Driver } from './driver.js';

const policy = {
  name: 'no messages',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'ever',
      method: 'personal_sign',
      action: 'DENY',
      conditions: [{ field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 }],
    },
  ],
};
const nobody = { id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e' };

/** Policies from creation to deletion, and their decisions on both interfaces. */
export async function drivePolicies({ drive }: Driver, customer: Customer): Promise<void> {
  await drive('updateApplication', 200, { body: { policy_evaluation_enabled: true } });
  await drive('updateApplication', 'request.invalid', { body: { recency_window_minutes: 0 } });
  await drive('getApplication', 200);
  await drive('getApplication', 'request.invalid', { query: { surprise: '1' } });

  const made = await drive<{ id: string; revision?: string }>('createPolicy', 201, { body: policy });
  const path = { id: made.id };
  await drive('createPolicy', 'request.invalid', { body: { ...policy, rules: [] } });
  await drive('listPolicies', 200, { query: { chain: 'ETH', is_active: 'true', scope: 'GLOBAL' } });
  await drive('listPolicies', 'request.invalid', { query: { chain: 'DOGE' } });
  await drive('getPolicy', 200, { path });
  await drive('getPolicy', 'policy.not-found', { path: nobody });

  const user = { token: await freshToken(customer, `user-${randomUUID()}`) };
  await drive('getOrCreateWallet', 200, { user });
  const message = { user, body: { message_base64: 'aGVsbG8=' } };
  const denial = await drive<{ decision_id: string }>('signMessage', 'policy.denied', message);
  await drive('getDecision', 200, { path: { id: denial.decision_id } });
  await drive('getDecision', 'policy.decision-not-found', { path: nobody });
  await drive('signData', 'policy.raw-hash-refused', {
    user,
    body: { raw_data_hash: `0x${'11'.repeat(32)}` },
  });
  await drive('evaluatePolicies', 200, { body: { chain: 'ETH', message_base64: 'aGVsbG8=' } });
  await drive('evaluatePolicies', 'request.invalid', { body: { chain: 'ETH' } });
  await drive('evaluateDecisions', 200, { body: { policy, policy_id: made.id, limit: 10, outcome: 'deny' } });
  await drive('evaluateDecisions', 200, { body: {} });
  await drive('evaluateDecisions', 'request.invalid', { body: { limit: 101 } });
  await drive('evaluateDecisions', 'policy.not-found', { body: { policy_id: nobody.id } });
  await drive('getStatistics', 200, { query: { step: '21600' } });
  await drive('getStatistics', 'request.invalid', { query: { step: '60' } });
  await drive('listRefusals', 200, { query: { trace_id: 'f'.repeat(32) } });
  await drive('listRefusals', 'request.invalid', { query: { trace_id: 'F' } });
  await drive('listPolicyWarnings', 200);
  await drive('listPolicyWarnings', 'request.invalid', { query: { surprise: '1' } });
  await drive('listDecisions', 200, { path, query: { limit: '1' } });
  await drive('listAllDecisions', 200, { query: { limit: '1' } });
  await drive('listAllDecisions', 200, { query: { outcome: 'deny', since: '1', wallet_id: nobody.id } });
  await drive('listAllDecisions', 'request.invalid', { query: { before: 'yesterday' } });
  await drive('listDecisions', 'policy.not-found', { path: nobody });

  const stale = { path, headers: { 'if-match': '"7"' }, body: { name: 'other' } };
  await drive('updatePolicy', 'request.revision-conflict', stale);
  await drive('updatePolicy', 200, { path, headers: { 'if-match': '"1"' }, body: { is_active: false } });
  await drive('updatePolicy', 'request.invalid', { path, body: { chain: 'SOL' } });
  await drive('listPolicyRevisions', 200, { path });
  await drive('listPolicyRevisions', 'policy.not-found', { path: nobody });
  await drive('deletePolicy', 204, { path });
  await drive('deletePolicy', 'policy.not-found', { path });
}

/** A provider in addition to the one that the application has. */
export async function driveProviders({ drive }: Driver): Promise<void> {
  const [known] = await drive<[Record<'id' | 'issuer' | 'audience' | 'jwks_uri', string>]>(
    'listProviders',
    200,
  );
  await drive('listProviders', 'request.invalid', { query: { surprise: '1' } });
  const { issuer, jwks_uri } = known;
  const body = { issuer, jwks_uri, audience: 'another' };
  await drive('lookAtIssuer', 200, { body: { issuer, jwks_uri } });
  await drive('lookAtIssuer', 'provider.key-set-unreachable', {
    body: { issuer, jwks_uri: `${jwks_uri}/nowhere` },
  });
  await drive('lookAtIssuer', 'request.invalid', { body: {} });
  const { id } = await drive<{ id: string }>('createProvider', 201, { body });
  await drive('createProvider', 'provider.exists', { body });
  const path = { id };
  await drive('getProvider', 200, { path });
  await drive('getProvider', 'provider.not-found', { path: nobody });
  await drive('getProviderStatus', 200, { path });
  await drive('getProviderStatus', 'provider.not-found', { path: nobody });
  await drive('updateProvider', 200, { path, body: { ...body, audience: 'a third' } });
  await drive('updateProvider', 'provider.exists', { path, body: { ...body, audience: known.audience } });
  await drive('refreshProvider', 200, { path });
  await drive('refreshProvider', 'request.rate-limited', { path });
  await drive('refreshProvider', 'provider.not-found', { path: nobody });
  await drive('deleteProvider', 204, { path });
  await drive('deleteProvider', 'provider.not-found', { path });

  const { signed_document } = await drive<{ signed_document: string }>('getTrust', 200);
  await drive('getTrust', 'request.invalid', { query: { surprise: '1' } });
  await drive('submitTrust', 200, { body: { signed_document } });
  await drive('submitTrust', 'request.invalid', { body: { signed_document: '+' } });
  await drive('submitTrust', 'trust.document-refused', {
    body: { signed_document: raised(signed_document) },
  });
}

/** The same signatures, and another version. */
function raised(signedDocument: string): string {
  const { payload, ...rest } = JSON.parse(Buffer.from(signedDocument, 'base64url').toString()) as {
    payload: string;
  };
  const document = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { version: number };
  const next = Buffer.from(JSON.stringify({ ...document, version: document.version + 1 }));
  return Buffer.from(JSON.stringify({ ...rest, payload: next.toString('base64url') })).toString('base64url');
}

/** The journal and the signers' attestations. */
export async function driveProofs({ drive }: Driver): Promise<void> {
  await drive('listJournal', 200, { query: { limit: '100' } });
  await drive('listJournal', 200, { query: { outcome: 'signed', since: '1' } });
  await drive('listJournal', 'request.invalid', { query: { after: 'x' } });
  await drive('getAttestation', 200, { query: { nonce: 'ab'.repeat(32) } });
  await drive('getAttestation', 'request.invalid', { query: { nonce: 'ab' } });
}

type Delivery = { readonly id: string };

/** An endpoint that listens, its deliveries, and a redelivery. */
export async function driveWebhooks({ drive }: Driver, customer: Customer): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const body = { url, event_types: ['wallet.created'] };
    const { id } = await drive<{ id: string }>('createWebhookEndpoint', 201, { body });
    await drive('createWebhookEndpoint', 'request.invalid', { body: { url: 'ftp://example.com' } });
    const path = { id };
    await drive('listWebhookEndpoints', 200);
    await drive('listWebhookEndpoints', 'request.invalid', { query: { surprise: '1' } });
    await drive('getWebhookEndpoint', 200, { path });
    await drive('getWebhookEndpoint', 'webhook.endpoint-not-found', { path: nobody });
    await drive('rotateWebhookSecret', 200, { path, body: { overlap_seconds: 60 } });
    await drive('rotateWebhookSecret', 'request.invalid', { path, body: { overlap_seconds: -1 } });

    await customer.express.wallet(await freshToken(customer, `user-${randomUUID()}`), 'SOL');
    const delivery = await deliveredTo(customer, id);
    await drive('listWebhookDeliveries', 200, { path, query: { status: 'delivered' } });
    await drive('listWebhookDeliveries', 'webhook.endpoint-not-found', { path: nobody });
    await drive('redeliverWebhook', 200, { path: { id, delivery_id: delivery } });
    await drive('testWebhookEndpoint', 200, { path });
    await drive('testWebhookEndpoint', 'webhook.endpoint-not-found', { path: nobody });
    const unknown = { path: { id, delivery_id: nobody.id } };
    await drive('redeliverWebhook', 'webhook.delivery-not-found', unknown);
    await drive('updateWebhookEndpoint', 200, { path, body: { enabled: false } });
    await drive('updateWebhookEndpoint', 'request.invalid', { path, body: {} });
    const disabled = { path: { id, delivery_id: delivery } };
    await drive('redeliverWebhook', 'webhook.endpoint-disabled', disabled);
    await drive('testWebhookEndpoint', 'webhook.endpoint-disabled', { path });
    await drive('deleteWebhookEndpoint', 204, { path });
    await drive('deleteWebhookEndpoint', 'webhook.endpoint-not-found', { path });
  } finally {
    receiver.close();
  }
}

function deliveredTo(customer: Customer, endpointId: string): Promise<string> {
  return until('a delivery', async () => {
    const path = `/v1/webhook/${endpointId}/delivery?status=delivered`;
    const { data } = await customer.succeed<{ data: Delivery[] }>('GET', path);
    return data[0]?.id;
  });
}

/** The application's own keys. */
export async function driveSecretKeys({ drive }: Driver): Promise<void> {
  const limits = { scopes: ['read'], time_expires: Math.floor(Date.now() / 1000) + 3_600 };
  const { id } = await drive<{ id: string }>('createSecretKey', 201, {
    body: { label: 'reader', ...limits },
  });
  await drive('createSecretKey', 'request.invalid', { body: { scopes: ['keys'] } });
  await drive('listSecretKeys', 200);
  await drive('listSecretKeys', 'request.invalid', { query: { surprise: '1' } });
  const path = { id };
  await drive('updateSecretKey', 200, { path, body: { label: null } });
  await drive('updateSecretKey', 'secret-key.not-found', { path: nobody, body: { label: 'x' } });
  await drive('revokeSecretKey', 204, { path });
  await drive('revokeSecretKey', 'secret-key.not-found', { path: nobody });
}

/** What the operator does. */
export async function driveAdministration({ drive }: Driver, { id }: Customer): Promise<void> {
  const body = { name: 'made by the operator' };
  await drive('adminCreateApplication', 201, { body });
  await drive('adminCreateApplication', 'request.invalid', { body: { name: '' } });
  await drive('adminListApplications', 200, { query: { limit: '1' } });
  await drive('adminListApplications', 'request.invalid', { query: { limit: '0' } });
  const path = { id };
  await drive('adminGetApplication', 200, { path });
  await drive('adminGetApplication', 'application.not-found', { path: nobody });
  const features = { features: { pregenerated_wallets: true } };
  await drive('adminUpdateApplication', 200, { path, body: features });
  await drive('adminUpdateApplication', 'application.not-found', { path: nobody, body: features });
  await drive('adminRemoveApprovalRule', 204, { path });
  await drive('adminRemoveApprovalRule', 'application.not-found', { path: nobody });
  await drive('adminListSecretKeys', 200, { path });
  await drive('adminListSecretKeys', 'application.not-found', { path: nobody });
  const made = await drive<{ id: string }>('adminCreateSecretKey', 201, { path });
  await drive('adminCreateSecretKey', 'application.not-found', { path: nobody });
  const label = { body: { label: 'contract' } };
  await drive('adminUpdateSecretKey', 200, { path: { id, key_id: made.id }, ...label });
  await drive('adminUpdateSecretKey', 'secret-key.not-found', { path: { id, key_id: nobody.id }, ...label });
  await drive('adminRevokeSecretKey', 204, { path: { id, key_id: made.id } });
  const unknown = { path: { id, key_id: nobody.id } };
  await drive('adminRevokeSecretKey', 'secret-key.not-found', unknown);
}
