import { mostAllowedOrigins } from '@wallet-service/values';
import Type, { type Static } from 'typebox';
import { id, unixTime } from './field.js';
import { warnings } from './warning.js';

// A challenge separates values by spaces, inside quotation marks (RFC 9470). "0" means that no level was reached.
const acrValue = Type.String({ pattern: '^(?!0$)[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$' });
const chainId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const providerIds = (description: string) => Type.Array(id, { maxItems: 50, uniqueItems: true, description });

const identitySettings = {
  op_jwt_mode: Type.Enum(['observe', 'single_payload'], {
    type: 'string',
    description:
      'observe (default): a token can be used for several things until it expires. The journal records the ' +
      'second use. single_payload: a token signs one payload, or exports, rotates, recovers or creates one ' +
      'wallet. Any other use of it is 409. `POST /v2/wallet` does not use a token up',
  }),
  express_jwt_max_lifetime_seconds: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    description:
      'maximum of `exp` minus `iat` for tokens on Express and for `auth_jwt`, 86400 by default. For ' +
      '`op_jwt`, and for the `auth_jwt` of a recovery, the maximum is always 300',
  }),
  access_key_recovery: Type.Boolean({
    description:
      'true (default): new wallets are `recoverable` permanently, so the owner’s fresh token alone replaces ' +
      'a lost access key. false: new wallets are never recoverable, and while it is false no access key is ' +
      'recovered, whatever the wallet says',
  }),
  email_provider_ids: providerIds(
    'identity providers that are trusted to verify e-mail addresses (`email` with `email_verified: true`). ' +
      'Empty by default, and then nobody can claim a pre-generated wallet: set it before users sign in',
  ),
  allowed_origins: Type.Array(Type.String(), {
    maxItems: mostAllowedOrigins,
    uniqueItems: true,
    description:
      'origins of the web pages that may call the Express interface from a browser, such as ' +
      '`https://app.example.com`. `https://*.example.com` stands for all hosts with exactly one more label. ' +
      'http is for localhost and 127.0.0.1 alone. Empty by default: no web page may call. Callers without an ' +
      'Origin header are not affected',
    examples: [['https://app.example.com', 'https://*.preview.example.com']],
  }),
  claim_possible: Type.Enum(['refuse', 'skip'], {
    type: 'string',
    description:
      'what happens to a user’s first `POST /v2/wallet` for ETH while a pre-generated wallet waits for the ' +
      'address that their token proves, and their provider is not in `email_provider_ids`. refuse (default): ' +
      '409 `wallet.claim-possible`. skip: a new wallet, as with the header `X-Claim: skip`',
  }),
};
const policySettings = {
  policy_evaluation_enabled: Type.Boolean({
    description:
      'whether policies apply. true by default; false for applications made before release 0.3.0 that never set ' +
      'it. While it is false no policy has any effect',
  }),
  recency_window_minutes: Type.Integer({
    minimum: 1,
    maximum: 43_200,
    description: 'how long a multi-factor authentication counts, 15 by default',
  }),
  default_action: Type.Enum(['allow', 'deny'], {
    type: 'string',
    description: 'what happens if no rule matches. allow by default',
  }),
  raw_hash_signing: Type.Enum(['refuse', 'allow'], {
    type: 'string',
    description:
      'what happens to a bare hash while an active policy covers the chain, because no rule can read a ' +
      'hash. refuse by default',
  }),
  eip7702_any_chain: Type.Enum(['refuse', 'allow'], {
    type: 'string',
    description:
      'what happens to EIP-7702 authorizations with `chain_id` 0, which are valid on every chain. Applies ' +
      'with and without policies. refuse by default',
  }),
  chain_id_check: Type.Enum(['enforce', 'off'], {
    type: 'string',
    description:
      'enforce (default): a Core wallet whose network has a known chain id (`caip2` of the wallet) signs ' +
      'transactions, EIP-7702 authorizations and typed data for that chain alone. A transaction without a chain id ' +
      'is refused, typed data that names none is not. A bare hash cannot be checked. off: it signs for all chains. ' +
      'Applies with and without policies',
  }),
  embedded_wallet_provider_ids: providerIds(
    'identity providers whose users STEP_UP policies apply to, matched by issuer. Empty by default. Only ' +
      'GLOBAL policies apply to other users',
  ),
  mfa_acr_values: Type.Array(acrValue, {
    maxItems: 10,
    uniqueItems: true,
    description:
      'values of a token’s `acr` that prove several factors. Empty by default: then `mfa` in its `amr` proves them',
  }),
  plain_chain_ids: Type.Array(chainId, {
    maxItems: 100,
    uniqueItems: true,
    description:
      'EVM chains that the service does not know, and on which no call moves more native coin than its ' +
      'value. Empty by default. On a chain that is neither known nor listed here, spending windows of the ' +
      'native coin refuse calls with data',
  }),
  denial_detail: Type.Enum(['brief', 'full'], {
    type: 'string',
    description:
      'what a denial shows on the Express interface. brief (default): policy, rule, reason and ' +
      '`decision_id`. full: also limits, lists and the values seen, which users can then read. The Core ' +
      'interface and `GET /v1/decision/{id}` always show everything',
  }),
};
const settings = Type.Object({ ...identitySettings, ...policySettings }, { additionalProperties: false });
/** The members that may change. */
export const changes = Type.Partial(settings, { additionalProperties: false, minProperties: 1 });
export type Settings = Static<typeof settings>;
export type Changes = Static<typeof changes>;

export const answer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    api_key: Type.String(),
    ...settings.properties,
    features: Type.Object({ pregenerated_wallets: Type.Boolean() }),
    time_created: unixTime,
    time_updated: unixTime,
    warnings,
  },
  { title: 'ApplicationSettings' },
);

export const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  name: 'Shop',
  api_key: 'pk_…',
  op_jwt_mode: 'observe',
  express_jwt_max_lifetime_seconds: 86_400,
  access_key_recovery: true,
  email_provider_ids: [],
  allowed_origins: ['https://app.example.com'],
  claim_possible: 'refuse',
  policy_evaluation_enabled: true,
  recency_window_minutes: 15,
  default_action: 'allow',
  raw_hash_signing: 'refuse',
  eip7702_any_chain: 'refuse',
  chain_id_check: 'enforce',
  embedded_wallet_provider_ids: [],
  mfa_acr_values: ['urn:example:mfa'],
  plain_chain_ids: [],
  denial_detail: 'brief',
  features: { pregenerated_wallets: false },
  time_created: 1_790_000_000,
  time_updated: 1_790_000_000,
};
