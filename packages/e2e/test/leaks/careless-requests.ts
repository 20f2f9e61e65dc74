export type CarelessRequest = {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

const json = { 'content-type': 'application/json' };

/** Requests of callers who put a secret into the wrong place. */
export function carelessRequests(secret: string): readonly CarelessRequest[] {
  const inPath = encodeURIComponent(secret);
  const post = (title: string, body: string, headers: Readonly<Record<string, string>> = json) => ({
    title,
    method: 'POST',
    path: '/v2/api/wallet/sign_message',
    headers,
    body,
  });
  const get = (title: string, path: string, headers: Readonly<Record<string, string>> = {}) => ({
    title,
    method: 'GET',
    path,
    headers,
  });
  return [
    get('in the path', `/v1/identity/provider/${inPath}`),
    get('in a path that does not exist', `/nowhere/${inPath}`),
    get('in a query', `/v2/api/wallets?wallet_group_id=${inPath}`),
    get('in a query that does not exist', `/v2/api/wallets?access_key=${inPath}`),
    post(
      'in a field of another kind',
      JSON.stringify({ op_jwt: secret, access_key: secret, wallet_id: secret }),
    ),
    post('in a field that does not exist', JSON.stringify({ password: secret })),
    post('in a body that is cut off', `{"access_key":"${secret}`),
    post('in a body of another type', secret, { 'content-type': 'text/plain' }),
    ...[
      'authorization',
      'x-service-secret-key',
      'x-service-operator-key',
      'x-service-api-key',
      'x-oidc-provider-id',
      'x-service-chain',
      'x-magic-secret-key',
      'x-magic-api-key',
      'x-magic-trace-id',
      'x-trace-id',
      'traceparent',
      'idempotency-key',
      'prefer',
      'if-match',
    ].map((header) => ({
      ...post(`in the header ${header}`, '{}', { ...json, [header]: secret }),
      path: header.startsWith('x-service-api') || header === 'authorization' ? '/v2/wallet' : '/v1/policy',
    })),
  ];
}
