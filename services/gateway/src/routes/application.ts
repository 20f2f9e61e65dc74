import { invalidField } from '@wallet-service/errors';
import type {
  IdentityDefinition,
  PolicyDefinition,
  ReceivedResponseOf,
  RequestOf,
} from '@wallet-service/grpc';
import Type, { type Static } from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { defined, id, present, unixTime } from './field.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
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
};
const policySettings = {
  policy_evaluation_enabled: Type.Boolean({
    description: 'whether policies apply. false by default: then no policy has any effect',
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
const changes = Type.Partial(settings, { additionalProperties: false, minProperties: 1 });
type Settings = Static<typeof settings>;
type Changes = Static<typeof changes>;

const answer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    api_key: Type.String(),
    ...settings.properties,
    features: Type.Object({ pregenerated_wallets: Type.Boolean() }),
    time_created: unixTime,
    time_updated: unixTime,
  },
  { title: 'ApplicationSettings' },
);

const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  name: 'Shop',
  api_key: 'pk_…',
  op_jwt_mode: 'observe',
  express_jwt_max_lifetime_seconds: 86_400,
  access_key_recovery: true,
  email_provider_ids: [],
  policy_evaluation_enabled: true,
  recency_window_minutes: 15,
  default_action: 'allow',
  raw_hash_signing: 'refuse',
  eip7702_any_chain: 'refuse',
  embedded_wallet_provider_ids: [],
  mfa_acr_values: ['urn:example:mfa'],
  plain_chain_ids: [],
  denial_detail: 'brief',
  features: { pregenerated_wallets: false },
  time_created: 1_790_000_000,
  time_updated: 1_790_000_000,
};

const documented = {
  getApplication: {
    operationId: 'getApplication',
    tag: 'Application',
    summary: 'Get the application’s settings',
    answer: example,
  },
  updateApplication: {
    operationId: 'updateApplication',
    tag: 'Application',
    summary: 'Change the application’s settings',
    description:
      'Only the given settings change. `embedded_wallet_provider_ids` lists the providers whose users ' +
      'STEP_UP policies apply to. Matching is by **issuer**, whichever provider a user comes through. ' +
      'Deleting a provider does not remove its issuer: send the list again. `mfa_acr_values` lists the ' +
      'values of `acr` that count as multi-factor authentication. If it is empty, `mfa` in `amr` counts.',
    body: { policy_evaluation_enabled: true, recency_window_minutes: 30 },
    answer: { ...example, recency_window_minutes: 30 },
  },
} as const satisfies Record<string, Documentation>;

/**
 * `/v1/application`: the application's own settings. The policy service owns those that decide on signatures,
 * identity the others.
 */
export function applicationRoutes({
  identity,
  policy,
}: Pick<Services, 'identity' | 'policy'>): readonly Route[] {
  /** The issuers of the embedded-wallet providers that are named, all of them the application's own. */
  async function issuersOf(
    body: Changes,
    applicationId: string,
    context: RequestContext,
  ): Promise<readonly string[]> {
    const lists = ['email_provider_ids', 'embedded_wallet_provider_ids'] as const;
    if (lists.every((list) => body[list] === undefined)) return [];
    const { providers } = await identity('ListProviders', { applicationId }, context);
    const own = new Set(providers.map((provider) => provider.id));
    for (const list of lists) {
      const unknown = body[list]?.findIndex((providerId) => !own.has(providerId)) ?? -1;
      if (unknown >= 0)
        throw invalidField(`/${list}/${unknown}`, 'is no identity provider of this application');
    }
    const embedded = providers.filter(({ id }) => body.embedded_wallet_provider_ids?.includes(id));
    return [...new Set(embedded.map(({ issuer }) => issuer))];
  }

  return [
    route({
      ...common,
      method: 'GET',
      path: '/v1/application',
      status: 200,
      answer,
      documentation: documented.getApplication,
      async handle({ caller: { applicationId }, context }) {
        const [application, policySide] = await Promise.all([
          identity('GetApplication', { applicationId }, context),
          policy('GetSettings', { applicationId }, context),
        ]);
        return toResponse(application, policySide);
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/v1/application',
      status: 200,
      body: changes,
      answer,
      documentation: documented.updateApplication,
      async handle({ caller: { applicationId }, body, context }) {
        const issuers = await issuersOf(body, applicationId, context);
        // Policy first: should identity fail after it, the stricter half is the one that is in force.
        const policySide = await policy(
          'UpdateSettings',
          policyChanges(applicationId, body, issuers),
          context,
        );
        const application = await identity(
          'UpdateApplication',
          identityChanges(applicationId, body),
          context,
        );
        return toResponse(application, policySide);
      },
    }),
  ];
}

function policyChanges(
  applicationId: string,
  body: Changes,
  issuers: readonly string[],
): RequestOf<PolicyDefinition['UpdateSettings']> {
  const list = <Value>(values: Value[] | undefined) => (values ? { values } : null);
  const embeddedWalletProviderIds = list(body.embedded_wallet_provider_ids);
  return {
    applicationId,
    changes: {
      ...defined({
        policyEvaluationEnabled: body.policy_evaluation_enabled,
        recencyWindowMinutes: body.recency_window_minutes,
        defaultAction: body.default_action,
        rawHashSigning: body.raw_hash_signing,
        eip7702AnyChain: body.eip7702_any_chain,
        denialDetail: body.denial_detail,
      }),
      embeddedWalletProviderIds,
      embeddedWalletIssuers: embeddedWalletProviderIds && { values: [...issuers] },
      mfaAcrValues: list(body.mfa_acr_values),
      plainChainIds: list(body.plain_chain_ids),
    },
  };
}

function identityChanges(
  applicationId: string,
  body: Changes,
): RequestOf<IdentityDefinition['UpdateApplication']> {
  const { email_provider_ids: emailProviders } = body;
  return {
    applicationId,
    settings: {
      ...defined({
        opJwtMode: body.op_jwt_mode,
        expressJwtMaxLifetimeSeconds: body.express_jwt_max_lifetime_seconds,
        accessKeyRecovery: body.access_key_recovery,
      }),
      emailProviderIds: emailProviders ? { values: emailProviders } : null,
    },
  };
}

type Application = ReceivedResponseOf<IdentityDefinition['GetApplication']>;
type PolicySettings = ReceivedResponseOf<PolicyDefinition['GetSettings']>;

function toResponse(application: Application, policySide: PolicySettings) {
  const identitySide = present(application.settings, 'settings');
  return {
    id: application.id,
    name: application.name,
    api_key: application.apiKey,
    op_jwt_mode: identitySide.opJwtMode as Settings['op_jwt_mode'],
    express_jwt_max_lifetime_seconds: identitySide.expressJwtMaxLifetimeSeconds,
    access_key_recovery: identitySide.accessKeyRecovery,
    email_provider_ids: identitySide.emailProviderIds,
    policy_evaluation_enabled: policySide.policyEvaluationEnabled,
    recency_window_minutes: policySide.recencyWindowMinutes,
    default_action: policySide.defaultAction as Settings['default_action'],
    raw_hash_signing: policySide.rawHashSigning as Settings['raw_hash_signing'],
    eip7702_any_chain: policySide.eip7702AnyChain as Settings['eip7702_any_chain'],
    embedded_wallet_provider_ids: policySide.embeddedWalletProviderIds,
    mfa_acr_values: policySide.mfaAcrValues,
    plain_chain_ids: policySide.plainChainIds.map(Number),
    denial_detail: policySide.denialDetail as Settings['denial_detail'],
    features: { pregenerated_wallets: present(application.features, 'features').pregeneratedWallets },
    time_created: Number(application.timeCreated),
    time_updated: Number(application.timeUpdated),
  };
}
