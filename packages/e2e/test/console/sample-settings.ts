import { applicationId, deniedRequest, hexOf as hex, idOf as id } from './sample-records.js';

// What people set up in the invented application.

const day = 86_400;
const rules = [
  {
    ...{ name: 'No transfer above 1 ETH', method: 'eth_signTransaction', action: 'DENY' },
    conditions: [
      { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1000000000000000000' },
      { field_source: 'ethereum_transaction', field: 'to', operator: 'not_in', value: [`0x${hex(90, 20)}`] },
    ],
  },
];
const policy = (at: number, name: string, more: object = {}) => ({
  ...{ id: id(3, at), is_active: true, name, chain: 'ETH', rules, scope: 'GLOBAL', description: null },
  ...more,
});
export const policies = [
  policy(1, 'Treasury limits', { description: 'What the treasury may pay without a second person.' }),
  policy(2, 'Sign in only'),
  policy(3, 'Second factor for new payees', { scope: 'STEP_UP' }),
  policy(4, 'Token programs', { chain: 'SOL', is_active: false }),
];

export const revisionsAt = (now: number) =>
  [4, 3, 2, 1].map((revision) => ({
    ...{ revision, change: revision === 1 ? 'created' : 'updated', time: now - (5 - revision) * day },
    policy: {
      ...policies[0],
      is_active: revision > 1,
      rules: rules.map((one) => ({ ...one, name: revision < 3 ? 'No transfer above 2 ETH' : one.name })),
    },
  }));

const provider = (at: number, issuer: string) => ({
  ...{ id: id(6, at), issuer, audience: 'checkout', jwks_uri: `${issuer}/.well-known/jwks.json` },
  ...{ discovered: true, audience_match: 'contains', audience_claim: 'aud' },
  token_types: ['absent', 'JWT', 'at+jwt', 'id_token+jwt'],
});
export const providers = [
  provider(1, 'https://login.example.com'),
  provider(2, 'https://partner.example.net'),
];
export function providerStatus(providerId: string, now: number): object {
  const isTrusted = providerId === id(6, 1);
  const keys = [{ kid: '2026-11', thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }];
  return {
    ...{ id: providerId, root_version: 3, root_expires_at: now + 90 * day, document_version: 12 },
    ...(isTrusted ? { trusted: true, keys } : { trusted: false, missing: 'no-key-set', keys: [] }),
    ...{ observed_at: now - 45, stated_at: now - 45, witnesses: ['north', 'south', 'west'] },
  };
}

export const webhooksAt = (now: number) => [
  {
    ...{ id: id(7, 1), url: 'https://hooks.example.com/wallets', description: 'Back office' },
    ...{ event_types: [], enabled: true, disabled_reason: null },
    ...{ time_created: now - 40 * day, time_updated: now - day },
  },
  {
    ...{ id: id(7, 2), url: 'https://alerts.example.com/denied', description: '' },
    ...{ event_types: ['signature.denied'], enabled: false, disabled_reason: 'it failed for 3 days' },
    ...{ time_created: now - 9 * day, time_updated: now },
  },
];

const problems: Readonly<Record<string, string | null>> = {
  failed: 'the receiver answered 503',
  pending: 'it did not answer in 10 s',
};
export const deliveriesAt = (now: number) =>
  ['delivered', 'delivered', 'pending', 'failed', 'delivered', 'delivered'].map((status, at) => ({
    ...{ id: id(8, at), event_id: `evt_${hex(at, 12)}`, status, attempts: at === 3 ? 8 : at === 2 ? 2 : 1 },
    event_type: at === 3 ? 'signature.denied' : 'signature.created',
    ...{ time_created: now - at * 640, time_next_attempt: status === 'pending' ? now + 90 : null },
    time_completed: status === 'pending' ? null : now - at * 640 + 2,
    response_status: status === 'delivered' ? 200 : status === 'failed' ? 503 : null,
    problem: problems[status] ?? null,
    payload: {
      ...{ type: 'signature.created', timestamp: new Date((now - at * 640) * 1_000).toISOString() },
      data: { wallet_id: id(1, at), request_id: at === 3 ? deniedRequest : id(4, at), operation: 'message' },
    },
  }));

export const secretKeysAt = (now: number) =>
  [
    { label: 'checkout server', scopes: ['read', 'sign', 'wallets'], time_last_used: now - 40 },
    {
      label: 'nightly report',
      scopes: ['lookup'],
      time_expires: now + 12 * day,
      time_last_used: now - 30_000,
    },
    { label: null, scopes: null, time_last_used: null },
    { label: 'old worker', scopes: ['sign'], time_last_used: now - 90 * day, time_revoked: now - 60 * day },
  ].map((one, at) => ({
    ...{ id: id(9, at), time_expires: null, time_created: now - (40 + at) * day, time_revoked: null },
    ...one,
  }));

const people = ['Ada Lovelace', 'Ben Okri', 'Chandra Rao', 'Dina Said'];
const roles = ['owner', 'developer', 'auditor', 'support'];
export const membersAt = (now: number) =>
  people.map((name, at) => ({
    ...{ person_id: id(5, at + 1), name, role: roles[at], time_created: now - at * 5 * day },
  }));

export const peopleAt = (now: number) =>
  ['Olga Berg', ...people].map((name, at) => ({
    ...{ id: id(5, at), name, is_operator: at === 0, time_created: now - at * 5 * day },
    memberships: at === 0 ? [] : [{ application_id: applicationId, role: roles[at - 1] }],
    time_disabled: at === 4 ? now : null,
  }));

const otherId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5f';
export const applicationsAt = (now: number) =>
  [
    ['Checkout', applicationId],
    ['Loyalty points', otherId],
  ].map(([name, of], at) => ({
    ...{ id: of, name, api_key: `pk_${hex(at + 3, 16)}`, features: { pregenerated_wallets: at === 0 } },
    ...{ time_created: now - (90 - at) * day, time_updated: now - day },
  }));

export const settingsAt = (now: number) => ({
  ...{ id: applicationId, name: 'Checkout', api_key: `pk_${hex(3, 16)}`, op_jwt_mode: 'observe' },
  ...{ express_jwt_max_lifetime_seconds: 86_400, access_key_recovery: true, email_provider_ids: [] },
  ...{ allowed_origins: ['https://shop.example.com'], claim_possible: 'refuse' },
  ...{ policy_evaluation_enabled: true, recency_window_minutes: 15, default_action: 'allow' },
  ...{ raw_hash_signing: 'refuse', eip7702_any_chain: 'refuse', chain_id_check: 'enforce' },
  ...{ embedded_wallet_provider_ids: [], mfa_acr_values: [], plain_chain_ids: [], denial_detail: 'brief' },
  features: { pregenerated_wallets: true },
  ...{ time_created: now - 90 * day, time_updated: now - day },
});

export function sessionAt(now: number, role: string): object {
  const own = { id: id(10, 1), time_created: now - 1_200, time_last_used: now, time_expires: now + 40_000 };
  const passkey = (at: number, label: string, more: object) => ({
    ...{ id: id(11, at), label, is_backed_up: at === 1, time_created: now - 9 * day },
    ...more,
  });
  return {
    ...{ ...own, time_step_up_ends: null },
    person: { id: id(5, 1), name: 'Ada Lovelace', is_operator: role === 'owner' },
    memberships: [
      { application_id: applicationId, application_name: 'Checkout', role },
      { application_id: otherId, application_name: 'Loyalty points', role: 'auditor' },
    ],
    passkeys: [
      passkey(1, 'laptop', { time_last_used: now - 1_200 }),
      passkey(2, 'security key', { time_last_used: null }),
    ],
    sessions: [own, { ...own, id: id(10, 2), time_created: now - 9_000, time_last_used: now - 4_000 }],
  };
}
