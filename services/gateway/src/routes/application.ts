import { invalidField } from '@wallet-service/errors';
import { problemOfAllowedOrigins } from '@wallet-service/values';
import type {
  IdentityDefinition,
  PolicyDefinition,
  ReceivedResponseOf,
  RequestOf,
} from '@wallet-service/grpc';
import type { RequestContext, Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { answer, changes, example, type Changes, type Settings } from './application-settings.js';
import { defined, present } from './field.js';
import { claimWarnings } from './nobody-can-claim.js';
import { issuersOfAll } from './policy-to-wire.js';
import { withWarnings } from './warning.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const documented = {
  getApplication: {
    operationId: 'getApplication',
    tag: 'Application',
    summary: 'Get the application’s settings',
    description: 'All settings as they are in force now.',
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
      'values of `acr` that count as multi-factor authentication. If it is empty, `mfa` in `amr` counts. ' +
      '`warnings` tells which active policies have no effect with these settings, and that nobody can claim ' +
      'pre-generated wallets.',
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
      scope: 'read',
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
      scope: 'settings',
      method: 'PATCH',
      path: '/v1/application',
      status: 200,
      body: changes,
      answer,
      documentation: documented.updateApplication,
      async handle({ caller: { applicationId, providers }, body, context }) {
        assertOrigins(body);
        const issuers = await issuersOf(body, applicationId, context);
        // Policy first: should identity fail after it, the stricter half is the one that is in force.
        const policySide = await policy(
          'UpdateSettings',
          { ...policyChanges(applicationId, body, issuers), providerIssuers: issuersOfAll(providers) },
          context,
        );
        const application = await identity(
          'UpdateApplication',
          identityChanges(applicationId, body),
          context,
        );
        const pregenerates = application.features?.pregeneratedWallets === true;
        const claims = pregenerates ? claimWarnings(application.settings) : [];
        return {
          ...toResponse(application, policySide),
          ...withWarnings([...policySide.warnings, ...claims]),
        };
      },
    }),
  ];
}

function assertOrigins({ allowed_origins: origins }: Changes): void {
  const problem = origins && problemOfAllowedOrigins(origins);
  if (!problem) return;
  throw invalidField(
    `/allowed_origins${problem.index === undefined ? '' : `/${problem.index}`}`,
    problem.message,
  );
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
        chainIdCheck: body.chain_id_check,
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
  const { email_provider_ids: emailProviders, allowed_origins: origins } = body;
  return {
    applicationId,
    settings: {
      ...defined({
        opJwtMode: body.op_jwt_mode,
        expressJwtMaxLifetimeSeconds: body.express_jwt_max_lifetime_seconds,
        accessKeyRecovery: body.access_key_recovery,
        claimPossible: body.claim_possible,
      }),
      emailProviderIds: emailProviders ? { values: emailProviders } : null,
      allowedOrigins: origins ? { values: origins } : null,
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
    allowed_origins: identitySide.allowedOrigins,
    claim_possible: identitySide.claimPossible as Settings['claim_possible'],
    policy_evaluation_enabled: policySide.policyEvaluationEnabled,
    recency_window_minutes: policySide.recencyWindowMinutes,
    default_action: policySide.defaultAction as Settings['default_action'],
    raw_hash_signing: policySide.rawHashSigning as Settings['raw_hash_signing'],
    eip7702_any_chain: policySide.eip7702AnyChain as Settings['eip7702_any_chain'],
    chain_id_check: policySide.chainIdCheck as Settings['chain_id_check'],
    embedded_wallet_provider_ids: policySide.embeddedWalletProviderIds,
    mfa_acr_values: policySide.mfaAcrValues,
    plain_chain_ids: policySide.plainChainIds.map(Number),
    denial_detail: policySide.denialDetail as Settings['denial_detail'],
    features: { pregenerated_wallets: present(application.features, 'features').pregeneratedWallets },
    time_created: Number(application.timeCreated),
    time_updated: Number(application.timeUpdated),
  };
}
