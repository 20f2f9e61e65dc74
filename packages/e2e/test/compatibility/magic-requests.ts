// The requests of public clients of Magic's server wallets, as each of them makes them: version of the paths,
// credentials and names of headers, and what their bodies have besides. Two more are used from npm themselves.

type Name = 'wallet' | 'data' | 'message' | 'eip7702';
const paths: Readonly<Record<Name, string>> = {
  wallet: 'wallet',
  data: 'wallet/sign/data',
  message: 'wallet/sign/message',
  eip7702: 'wallet/sign/eip7702',
};

export type Application = {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly providerId: string;
};
export type Dialect = {
  readonly client: string;
  readonly version: 'v1' | 'v2';
  readonly headers: (application: Application, chain: string) => Readonly<Record<string, string>>;
  /** What a body has besides. */
  readonly besides: (chain: string) => object;
  /** The body of a request for the wallet. */
  readonly wallet: (chain: string) => object | undefined;
};

const json = { 'Content-Type': 'application/json' };
const bySecret = ({ secretKey, providerId }: Application, chain: string) => ({
  ...json,
  'X-Magic-Secret-Key': secretKey,
  'X-OIDC-Provider-ID': providerId,
  'X-Magic-Chain': chain,
});
const byApiKey = ({ apiKey, providerId }: Application, chain: string) => ({
  ...json,
  'X-Magic-API-Key': apiKey,
  'X-OIDC-Provider-ID': providerId,
  'X-Magic-Chain': chain,
});
const nothing = () => ({});
const chainToo = (chain: string) => ({ chain });

export const dialects: readonly Dialect[] = [
  { client: 'Magic demo, v1', version: 'v1', headers: bySecret, besides: chainToo, wallet: chainToo },
  { client: 'Magic demo, v2', version: 'v2', headers: bySecret, besides: chainToo, wallet: chainToo },
  {
    client: 'Magic demo, v2, in the browser',
    version: 'v2',
    headers: (application, chain) => ({
      ...byApiKey(application, chain),
      'X-Magic-Referrer': 'https://demo.example',
    }),
    besides: chainToo,
    wallet: chainToo,
  },
  { client: 'SIWA signer', version: 'v1', headers: bySecret, besides: nothing, wallet: () => undefined },
  {
    client: 'Tab MagicExpressClient',
    version: 'v2',
    headers: (application, chain) =>
      Object.fromEntries(
        Object.entries(bySecret(application, chain)).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    besides: chainToo,
    wallet: nothing,
  },
  {
    client: 'documentation of Express, v1',
    version: 'v1',
    headers: byApiKey,
    besides: nothing,
    wallet: () => undefined,
  },
  {
    client: 'generated from their OpenAPI, without a provider',
    version: 'v1',
    headers: ({ secretKey }, chain) => ({ ...json, 'X-Magic-Secret-Key': secretKey, 'X-Magic-Chain': chain }),
    besides: () => ({ one_time_code: null }),
    wallet: () => undefined,
  },
  {
    client: 'of a template, whose environment has no provider',
    version: 'v2',
    headers: (application, chain) => ({ ...byApiKey(application, chain), 'X-OIDC-Provider-ID': '' }),
    besides: nothing,
    wallet: nothing,
  },
];

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };
export type Call = (name: Name, chain: string, body?: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** A client of this dialect, for the user of a token. */
export function clientOf(url: string, dialect: Dialect, application: Application, token: string): Call {
  return async (name, chain, given) => {
    const body = name === 'wallet' ? dialect.wallet(chain) : { ...given, ...dialect.besides(chain) };
    const answer = await fetch(`${url}/${dialect.version}/${paths[name]}`, {
      method: 'POST',
      headers: { ...dialect.headers(application, chain), Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
}
