// Calls with each generated client, as a customer would write them: a wallet and a signature as a user, a policy with
// the secret key, and a refusal whose code the client knows. Each exports `calls`, of which packages/e2e/test/
// generated-clients.test.ts has the type.

const given = `
type Given = {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly token: string;
  readonly apiKey: string;
  readonly providerId: string;
};
`;

const policy = `{
    name: 'from a generated client',
    chain: 'ETH',
    scope: 'GLOBAL',
    is_active: false,
    rules: [
      {
        name: 'at most 1 ether',
        method: 'eth_signTransaction',
        action: 'DENY',
        conditions: [
          { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1000000000000000000' },
        ],
      },
    ],
  }`;

// The compiler refuses a code that the operation does not have, and an operator that the field does not have.
const known = (codes, conditions) => `
// @ts-expect-error -- a recipient is not more or less than another
export const wrong: ${conditions} = { field_source: 'ethereum_transaction', field: 'to', operator: 'gt', value: '1' };

function isUnknownPolicy(code: ${codes}): boolean {
  switch (code) {
    case 'policy.not-found':
      return true;
    default:
      return false;
  }
}
`;

export const callsOf = {
  'openapi-fetch': `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';
${given}${known("components['schemas']['GetPolicyErrorCode']", "components['schemas']['Condition']")}
export async function calls({ baseUrl, secretKey, token, apiKey, providerId }: Given) {
  const client = createClient<paths>({ baseUrl });
  const header = { 'X-OIDC-Provider-ID': providerId, 'X-Service-Chain': 'ETH' } as const;
  const headers = { authorization: \`Bearer \${token}\`, 'x-service-api-key': apiKey };
  const wallet = await client.POST('/v2/wallet', { params: { header }, headers });
  const signed = await client.POST('/v2/wallet/sign/message', {
    params: { header },
    headers,
    body: { message_base64: 'aGVsbG8=' },
  });
  const key = { headers: { 'x-service-secret-key': secretKey } };
  const made = await client.POST('/v1/policy', { ...key, body: ${policy} });
  const path = { id: made.data?.id ?? '' };
  await client.DELETE('/v1/policy/{id}', { ...key, params: { path } });
  const { error } = await client.GET('/v1/policy/{id}', { ...key, params: { path } });
  const address: string | undefined = wallet.data?.public_address;
  const signature: string | undefined = signed.data?.signature;
  return { address, signature, name: made.data?.name, isGone: error ? isUnknownPolicy(error.code) : false };
}
`,
  'hey-api': `
import { createClient } from './client/client';
import { createPolicy, deletePolicy, getOrCreateWallet, getPolicy, signMessage } from './client/sdk.gen';
import type { Condition, GetPolicyErrorCode } from './client/types.gen';
${given}${known('GetPolicyErrorCode', 'Condition')}
export async function calls({ baseUrl, secretKey, token, apiKey, providerId }: Given) {
  const headers = { 'X-OIDC-Provider-ID': providerId, 'X-Service-Chain': 'ETH' } as const;
  const user = createClient({
    baseUrl,
    auth: ({ scheme }) => (scheme === 'bearer' ? token : apiKey),
  });
  const wallet = await getOrCreateWallet({ client: user, headers });
  const signed = await signMessage({ client: user, headers, body: { message_base64: 'aGVsbG8=' } });
  const client = createClient({ baseUrl, auth: secretKey });
  const made = await createPolicy({ client, body: ${policy} });
  const path = { id: made.data?.id ?? '' };
  await deletePolicy({ client, path });
  const { error } = await getPolicy({ client, path });
  const address: string | undefined = wallet.data?.public_address;
  const signature: string | undefined = signed.data?.signature;
  return { address, signature, name: made.data?.name, isGone: error ? isUnknownPolicy(error.code) : false };
}
`,
  orval: `
import { createPolicy, deletePolicy, getOrCreateWallet, getPolicy, signMessage } from './client';
import type { Condition, GetPolicyErrorCode } from './client';
${given}${known('GetPolicyErrorCode', 'Condition')}
/** The client of orval has relative addresses, as for a page of the same host. */
function at(baseUrl: string): void {
  const original = globalThis.fetch;
  globalThis.fetch = (url, init) => original(new URL(String(url), baseUrl), init);
}

export async function calls({ baseUrl, secretKey, token, apiKey, providerId }: Given) {
  at(baseUrl);
  const headers = {
    authorization: \`Bearer \${token}\`,
    'x-service-api-key': apiKey,
    'X-OIDC-Provider-ID': providerId,
    'X-Service-Chain': 'ETH',
  } as const;
  const wallet = await getOrCreateWallet(undefined, { headers });
  const signed = await signMessage({ message_base64: 'aGVsbG8=' }, { headers });
  const key = { headers: { 'x-service-secret-key': secretKey } };
  const made = await createPolicy(${policy}, key);
  if (made.status !== 201) throw new Error(made.data.code);
  await deletePolicy(made.data.id, key);
  const gone = await getPolicy(made.data.id, key);
  const address: string | undefined = wallet.status === 200 ? wallet.data.public_address : undefined;
  const signature: string | undefined = signed.status === 200 ? signed.data.signature : undefined;
  const isGone = gone.status === 404 && isUnknownPolicy(gone.data.code);
  return { address, signature, name: made.data.name, isGone };
}
`,
};
