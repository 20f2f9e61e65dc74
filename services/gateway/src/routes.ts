import type { Services } from './clients/services.js';
import type { CoreUsers } from './http/core-user.js';
import { openApiDocument } from './openapi/openapi-document.js';
import { referenceDocument } from './reference/reference-document.js';
import { referenceRoutes, type ReferencePage } from './reference/reference-routes.js';
import type { Route } from './route.js';
import { adminApplicationRoutes } from './routes/admin-application.js';
import { adminHealthRoutes, type AdminHealthDeps } from './routes/admin-health.js';
import { adminPersonRoutes } from './routes/admin-person.js';
import { adminSecretKeyRoutes } from './routes/admin-secret-key.js';
import { approvalRuleRoutes } from './routes/approval-rule.js';
import { attestationRoutes } from './routes/attestation.js';
import { auditRoutes } from './routes/audit.js';
import { changeRequestRoutes } from './routes/change-request.js';
import { coreAccessKeyRoutes } from './routes/core-access-key.js';
import { coreImportRoutes } from './routes/core-import.js';
import { coreSignRoutes } from './routes/core-sign.js';
import { coreWalletRoutes } from './routes/core-wallet.js';
import { exportRoutes } from './routes/export.js';
import { listingRoutes } from './routes/listing.js';
import { lookAtIssuerRoute } from './routes/look-at-issuer.js';
import { memberRoutes } from './routes/member.js';
import { passkeyRoutes } from './routes/passkey.js';
import { pregenerationRoutes } from './routes/pregeneration.js';
import { walletGroupRoutes } from './routes/wallet-group.js';
import { applicationRoutes } from './routes/application.js';
import { identityProviderRoutes } from './routes/identity-provider.js';
import { identityTrustRoutes } from './routes/identity-trust.js';
import { evaluateDecisionsRoute } from './routes/evaluate-decisions.js';
import { policyDecisionRoutes } from './routes/policy-decision.js';
import { policyWarningsRoute } from './routes/policy-warnings.js';
import { policyRoutes } from './routes/policy.js';
import { providerRefreshRoutes } from './routes/provider-refresh.js';
import { providerTrustRoutes } from './routes/provider-trust.js';
import { refusalRoute, type RefusalDeps } from './routes/refusal.js';
import { retiredWalletRoutes, type RetirementDeps } from './routes/retired-wallet.js';
import { secretKeyRoutes } from './routes/secret-key.js';
import { sessionRoutes } from './routes/session.js';
import { signRoutes } from './routes/sign.js';
import { signatureRequestRoutes } from './routes/signature-request.js';
import { statisticsRoute, type StatisticsDeps } from './routes/statistics.js';
import { walletRoutes } from './routes/wallet.js';
import { webhookDeliveryRoutes } from './routes/webhook-delivery.js';
import { webhookRoutes } from './routes/webhook.js';

/** What routes show of the gateways themselves. */
export type OwnState = StatisticsDeps & RefusalDeps & AdminHealthDeps & { readonly reference: ReferencePage };

/** All routes of the public interface. */
export function routesOf(
  services: Services,
  coreUsers: CoreUsers,
  retirement: RetirementDeps,
  { reference, requestsOf, refusalsOf, processes }: OwnState,
): readonly Route[] {
  const rows = [
    ...walletRoutes(services),
    ...signRoutes(services),
    ...walletGroupRoutes(services),
    ...coreWalletRoutes(services, coreUsers),
    ...coreAccessKeyRoutes(services, coreUsers),
    ...coreImportRoutes(services, coreUsers),
    ...coreSignRoutes(services, coreUsers),
    ...exportRoutes(services, coreUsers),
    ...attestationRoutes(services),
    ...pregenerationRoutes(services),
    ...listingRoutes(services),
    ...policyRoutes(services),
    ...policyDecisionRoutes(services),
    ...signatureRequestRoutes(services),
    evaluateDecisionsRoute(services),
    policyWarningsRoute(services),
    ...identityProviderRoutes(services),
    lookAtIssuerRoute(services),
    ...providerRefreshRoutes(services),
    ...providerTrustRoutes(services),
    ...identityTrustRoutes(services),
    ...applicationRoutes(services),
    statisticsRoute({ requestsOf }),
    refusalRoute({ refusalsOf }),
    ...secretKeyRoutes(services),
    ...memberRoutes(services),
    ...approvalRuleRoutes(services),
    ...changeRequestRoutes(services),
    ...sessionRoutes(services),
    ...passkeyRoutes(services),
    ...auditRoutes(services),
    ...webhookRoutes(services),
    ...webhookDeliveryRoutes(services),
    ...adminApplicationRoutes(services),
    ...adminSecretKeyRoutes(services),
    ...adminPersonRoutes(services),
    ...adminHealthRoutes(services, { processes }),
    ...retiredWalletRoutes(retirement),
  ];
  return [...rows, ...referenceRoutes(referenceDocument(openApiDocument(rows)), reference)];
}
