import type { Chain } from '@wallet-service/addresses';
import { expectJson, requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '../stack/stack-file.js';

export type { Chain };

export type MessageSignature = {
  readonly signature: string;
  readonly r: string | null;
  readonly s: string | null;
  readonly v: string | null;
  readonly signature_base64?: string;
};
export type HashSignature = MessageSignature & { readonly message_hash: string };
export type Authorization = { readonly chain_id: number; readonly address: string; readonly nonce: number };
export type AuthorizationSignature = {
  readonly r: string;
  readonly s: string;
  readonly y_parity: number;
  readonly r_hex: string;
  readonly s_hex: string;
};

/**
 * The requests of a user's application to the Express interface of a stack. Methods throw an Error for any
 * answer but 2xx.
 */
export type ExpressClient = {
  /** A token of the demo provider. `claims` are additional form fields of its demo grant. */
  readonly token: (subject: string, claims?: Readonly<Record<string, string>>) => Promise<string>;
  readonly headers: (token: string, chain: Chain) => Record<string, string>;
  readonly wallet: (token: string, chain: Chain) => Promise<string>;
  readonly signMessage: (
    token: string,
    chain: Chain,
    message: Uint8Array,
    options?: { format?: 'bip137' | 'bip322' },
  ) => Promise<MessageSignature>;
  readonly signHash: (token: string, hash: string) => Promise<HashSignature>;
  readonly signAuthorization: (
    token: string,
    authorization: Authorization,
  ) => Promise<AuthorizationSignature>;
  /** Any status is an answer. */
  readonly post: (path: string, token: string, chain: Chain, body?: unknown) => Promise<JsonAnswer>;
};

export function createExpressClient(stack: StackFile, url: string = stack.express_url): ExpressClient {
  const headers = (token: string, chain: Chain): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'x-service-api-key': stack.app.api_key,
    'x-oidc-provider-id': stack.demo_provider.id,
    'x-service-chain': chain,
  });
  const sign = <Answer>(operation: string, token: string, chain: Chain, body: unknown): Promise<Answer> =>
    expectJson<Answer>(`${url}/v2/wallet/sign/${operation}`, {
      method: 'POST',
      headers: headers(token, chain),
      body,
    });
  return {
    headers,
    token: async (subject, claims = {}) => {
      const response = await fetch(stack.demo_provider.token_url, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'demo',
          subject,
          email: `${subject}@example.com`,
          ...claims,
        }),
      });
      if (!response.ok) throw new Error(`the demo provider answered ${response.status}`);
      return ((await response.json()) as { id_token: string }).id_token;
    },
    wallet: async (token, chain) => {
      const request = { method: 'POST', headers: headers(token, chain) } as const;
      return (await expectJson<{ public_address: string }>(`${url}/v2/wallet`, request)).public_address;
    },
    signMessage: (token, chain, message, options = {}) =>
      sign('message', token, chain, { message_base64: Buffer.from(message).toString('base64'), ...options }),
    signHash: (token, hash) => sign('data', token, 'ETH', { raw_data_hash: hash }),
    signAuthorization: (token, authorization) => sign('eip7702', token, 'ETH', authorization),
    post: (path, token, chain, body) =>
      requestJson(`${url}${path}`, { method: 'POST', headers: headers(token, chain), body }),
  };
}
