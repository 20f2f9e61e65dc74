import { policySettings } from './honest-answers.js';
import { signedDocument, trustDocument } from './trust-answers.js';
import { gatewayUnderTest, operatorKey, secretKey, type GatewayUnderTest } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const json = { 'content-type': 'application/json' };
const asOwner = (method: string, url: string, payload?: unknown) =>
  gateway.send({ method, url, headers: { ...json, 'x-service-secret-key': secretKey }, payload });
const asOperator = (method: string, url: string, payload?: unknown) =>
  gateway.send({ method, url, headers: { ...json, 'x-service-operator-key': operatorKey }, payload });
const asked = (method: string) => gateway.asked.find((call) => call.method === method)?.request;

const givenProvider = {
  issuer: 'https://login.example',
  audience: 'app-1',
  jwks_uri: 'https://login.example/jwks',
};
const defaults = {
  audience_match: 'contains',
  audience_claim: 'aud',
  token_types: ['absent', 'JWT', 'at+jwt', 'id_token+jwt'],
};
const provider = { id: 'provider-1', ...givenProvider, discovered: false, ...defaults };

describe('/v1/identity/provider', () => {
  it('creates with 201', async () => {
    const answer = await asOwner('POST', '/v1/identity/provider', givenProvider);
    expect([answer.status, answer.json()]).toEqual([201, provider]);
    expect(asked('CreateProvider')).toEqual({
      applicationId: 'application-1',
      issuer: provider.issuer,
      audience: provider.audience,
      jwksUri: provider.jwks_uri,
    });
  });

  it('lists a bare array, shows and changes one, and deletes with 204', async () => {
    expect((await asOwner('GET', '/v1/identity/provider')).json()).toEqual([provider]);
    expect((await asOwner('GET', '/v1/identity/provider/provider-1')).json()).toEqual(provider);
    const changed = await asOwner('PATCH', '/v1/identity/provider/provider-1', {
      ...givenProvider,
      audience: 'other',
    });
    expect([changed.status, changed.json()]).toEqual([200, { ...provider, audience: 'other' }]);
    const deleted = await asOwner('DELETE', '/v1/identity/provider/provider-1');
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect(asked('DeleteProvider')).toEqual({ applicationId: 'application-1', providerId: 'provider-1' });
  });

  it.each([
    [
      ['provider-1'],
      [
        {
          applicationId: 'application-1',
          changes: { embeddedWalletIssuers: { values: ['https://new.example'] } },
        },
      ],
    ],
    [[], []],
  ])(
    'with %j embedded-wallet providers keeps its users under STEP_UP policies',
    async (embedded, expected) => {
      const other = await gatewayUnderTest({
        answers: { GetSettings: () => ({ ...policySettings, embeddedWalletProviderIds: embedded }) },
      });
      const answer = await other.send({
        method: 'PATCH',
        url: '/v1/identity/provider/provider-1',
        headers: { ...json, 'x-service-secret-key': secretKey },
        payload: { ...givenProvider, issuer: 'https://new.example' },
      });
      expect(answer.status).toBe(200);
      const changes = other.asked.filter(({ method }) => method.startsWith('Update'));
      expect(changes.map(({ method }) => method)).toEqual([
        ...expected.map(() => 'UpdateSettings'),
        'UpdateProvider',
      ]);
      expect(changes.slice(0, -1).map(({ request }) => request)).toEqual(expected);
    },
  );

  it('says whether the signers trust it', async () => {
    const answer = await asOwner('GET', '/v1/identity/provider/provider-1/status');
    expect(answer.json()).toEqual({
      id: 'provider-1',
      trusted: true,
      root_version: 3,
      root_expires_at: 1_800_000_000,
      document_version: 5,
      keys: [{ kid: 'k1', thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }],
      observed_at: 1_790_000_000,
      stated_at: 1_790_000_030,
      witnesses: ['witness-1'],
    });
  });

  it('says what the signers lack of it', async () => {
    const lacking = { trusted: false, missing: 'no-document', documentVersion: '0', keys: [], witnesses: [] };
    const times = { rootVersion: '3', rootExpiresAt: '1800000000', observedAt: '0', statedAt: '0' };
    const other = await gatewayUnderTest({ answers: { GetTrustStatus: () => ({ ...lacking, ...times }) } });
    const url = '/v1/identity/provider/provider-1/status';
    const answer = await other.send({ method: 'GET', url, headers: { 'x-service-secret-key': secretKey } });
    expect(answer.json()).toMatchObject({ trusted: false, missing: 'no-document', document_version: 0 });
  });

  it('is found by discovery without a jwks_uri', async () => {
    const { issuer, audience } = givenProvider;
    expect((await asOwner('POST', '/v1/identity/provider', { issuer, audience })).status).toBe(201);
    expect(asked('CreateProvider')).toMatchObject({ issuer, audience, jwksUri: '' });
    const body = { issuer, audience };
    expect((await asOwner('PATCH', '/v1/identity/provider/provider-1', body)).status).toBe(200);
    expect(asked('UpdateProvider')).toMatchObject({ issuer, audience, jwksUri: '' });
    const empty = await asOwner('POST', '/v1/identity/provider', { issuer, audience, jwks_uri: '' });
    expect([empty.status, empty.json()]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ path: '/jwks_uri' })] }),
    ]);
  });

  it('answers 404 for an unknown one', async () => {
    expect((await asOwner('GET', '/v1/identity/provider/other')).status).toBe(404);
    expect((await asOwner('GET', '/v1/identity/provider/other/status')).status).toBe(404);
  });
});

describe('/v1/identity/provider/{id}/refresh', () => {
  it.each([
    [['gone'], ['RefreshProvider', 'GetProvider', 'GetTrustStatus']],
    [[], ['RefreshProvider']],
  ])('has the signers told when keys are gone (%j)', async (keysRemoved, expected) => {
    const other = await gatewayUnderTest({
      answers: {
        RefreshProvider: () => ({ providerId: 'provider-1', timeFetched: '1', keysAdded: [], keysRemoved }),
      },
    });
    const answer = await other.send({
      method: 'POST',
      url: '/v1/identity/provider/provider-1/refresh',
      headers: { 'x-service-secret-key': secretKey },
    });
    expect(answer.json()).toMatchObject({ id: 'provider-1', keys_removed: keysRemoved });
    const after = other.asked.map(({ method }) => method).filter((name) => !name.startsWith('Authenticate'));
    expect(after).toEqual(expected);
  });
});

describe('/v1/identity/trust', () => {
  const text = signedDocument.toString('base64url');

  it('shows the document, who signed it, and the signed form', async () => {
    expect((await asOwner('GET', '/v1/identity/trust')).json()).toEqual({
      version: 5,
      document: trustDocument,
      signatures: [{ kid: 'registrar-1' }],
      signed_document: text,
      signed_root_document: Buffer.from('as the roots signed it').toString('base64url'),
    });
  });

  it('submits a signed document', async () => {
    const answer = await asOwner('POST', '/v1/identity/trust', { signed_document: text });
    expect([answer.status, answer.json()]).toEqual([200, { version: 6 }]);
    expect(asked('SubmitApplicationDocument')).toEqual({ applicationId: 'application-1', signedDocument });
  });

  it('says when a document that must wait takes effect', async () => {
    const other = await gatewayUnderTest({
      answers: {
        SubmitApplicationDocument: () => ({ signedDocument, version: '5', notBefore: '1790000000' }),
      },
    });
    const answer = await other.send({
      method: 'POST',
      url: '/v1/identity/trust',
      headers: { ...json, 'x-service-secret-key': secretKey },
      payload: { signed_document: text },
    });
    expect(answer.json()).toEqual({ version: 5, not_before: 1_790_000_000 });
  });

  it.each([
    ['nothing', ''],
    ['padding', `${Buffer.alloc(4).toString('base64url')}==`],
    ['base64', '+/+/'],
    ['a bit too many', 'AAB'],
    ['a line break', `${text}\n`],
    ['the document itself', signedDocument.toString()],
  ])('refuses %s, and names the field', async (_, signed) => {
    const answer = await asOwner('POST', '/v1/identity/trust', { signed_document: signed });
    expect([answer.status, answer.json()]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ path: '/signed_document' })] }),
    ]);
    expect(asked('SubmitApplicationDocument')).toBeUndefined();
  });
});

describe('/v1/application', () => {
  const shown = {
    id: 'application-1',
    name: 'demo',
    api_key: 'pk_test',
    op_jwt_mode: 'observe',
    express_jwt_max_lifetime_seconds: 86_400,
    access_key_recovery: true,
    email_provider_ids: [],
    allowed_origins: ['https://app.example.com', 'https://*.preview.example.com'],
    claim_possible: 'refuse',
    policy_evaluation_enabled: false,
    recency_window_minutes: 15,
    default_action: 'allow',
    raw_hash_signing: 'refuse',
    eip7702_any_chain: 'refuse',
    chain_id_check: 'enforce',
    embedded_wallet_provider_ids: [],
    mfa_acr_values: [],
    plain_chain_ids: [],
    denial_detail: 'brief',
    features: { pregenerated_wallets: true },
    time_created: 1_790_000_000,
    time_updated: 1_790_000_001,
  };

  it('shows the settings of both services in one object', async () => {
    expect((await asOwner('GET', '/v1/application')).json()).toEqual(shown);
  });

  it('splits a change between the services that own the settings, policy first', async () => {
    const answer = await asOwner('PATCH', '/v1/application', {
      op_jwt_mode: 'single_payload',
      default_action: 'deny',
      embedded_wallet_provider_ids: ['provider-1'],
    });
    const warnings = [{ code: 'pregeneration.no-email-provider' }];
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ ...shown, warnings });
    expect(asked('UpdateSettings')).toEqual({
      applicationId: 'application-1',
      providerIssuers: [provider.issuer],
      // With the providers' issuers, because STEP_UP policies match users by issuer.
      changes: {
        defaultAction: 'deny',
        embeddedWalletProviderIds: { values: ['provider-1'] },
        embeddedWalletIssuers: { values: [provider.issuer] },
        mfaAcrValues: null,
        plainChainIds: null,
      },
    });
    expect(asked('UpdateApplication')).toEqual({
      applicationId: 'application-1',
      settings: { opJwtMode: 'single_payload', emailProviderIds: null, allowedOrigins: null },
    });
    const order = gateway.asked.map(({ method }) => method);
    expect(order.indexOf('UpdateSettings')).toBeLessThan(order.indexOf('UpdateApplication'));
  });

  it('refuses an origin that no browser sends, names it, and changes nothing', async () => {
    const before = gateway.asked.length;
    const allowed_origins = ['https://a.example', 'https://a.example/'];
    const answer = await asOwner('PATCH', '/v1/application', { allowed_origins, default_action: 'deny' });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({
      errors: [
        { path: '/allowed_origins/1', message: 'must be written as browsers send it: https://a.example' },
      ],
    });
    const methods = gateway.asked.slice(before).map(({ method }) => method);
    expect(methods.filter((method) => method.startsWith('Update'))).toEqual([]);
  });
});

describe('/v1/admin/application', () => {
  const application = {
    id: 'application-1',
    name: 'demo',
    api_key: 'pk_test',
    features: { pregenerated_wallets: true },
    time_created: 1_790_000_000,
    time_updated: 1_790_000_001,
  };

  it('creates with 201 and shows the secret key only then', async () => {
    const answer = await asOperator('POST', '/v1/admin/application', { name: 'shop' });
    expect([answer.status, answer.json()]).toEqual([
      201,
      { ...application, name: 'shop', secret_key_id: 'key-1', secret_key: secretKey },
    ]);
  });

  it('lists in pages', async () => {
    const answer = await asOperator('GET', '/v1/admin/application?limit=2&after=x');
    expect(answer.json()).toEqual({ data: [application], next: null });
    expect(asked('ListApplications')).toEqual({ after: 'x', limit: 2 });
  });

  it('shows one and turns features on', async () => {
    expect((await asOperator('GET', '/v1/admin/application/application-1')).json()).toEqual(application);
    const features = { pregenerated_wallets: true };
    const answer = await asOperator('PATCH', '/v1/admin/application/application-1', { features });
    expect(answer.status).toBe(200);
    expect(asked('UpdateApplication')).toEqual({
      applicationId: 'application-1',
      features: { pregeneratedWallets: true },
    });
  });
});
