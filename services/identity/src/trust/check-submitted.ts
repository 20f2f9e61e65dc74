import { AppError } from '@wallet-service/errors';
import type { OutgoingUrlRules } from '@wallet-service/egress';
import type { ApplicationDocument } from '@wallet-service/signer-protocol';
import { isUuid } from '@wallet-service/values';
import { longestTokenSeconds } from '../directory/application.js';
import { checkIssuerAndAudience, checkKeySource } from '../directory/provider.js';
import type { Tenant } from '../tenancy-store.js';

export type SubmittedDocumentRules = {
  readonly jwksUriRules: OutgoingUrlRules;
  /** Whether a provider of another application has this id. */
  readonly isForeignProvider: (applicationId: string, id: string) => Promise<boolean>;
};

/** What rows demand of a document before they follow it. Throws `trust.document-refused` with the place in it. */
export async function checkSubmitted(
  rules: SubmittedDocumentRules,
  tenant: Tenant,
  document: ApplicationDocument,
): Promise<void> {
  if (document.expressJwtMaxLifetimeSeconds > longestTokenSeconds)
    throw refused('/express_jwt_max_lifetime_seconds', `must be at most ${longestTokenSeconds}`);
  const own = new Set((await tenant.providers.list()).map(({ id }) => id));
  for (const [place, { id, issuer, audience }] of document.providers.entries()) {
    const at = `/providers/${place}`;
    if (!isUuid(id)) throw refused(`${at}/id`, 'must be a UUID: that of the provider, or a new one');
    if (!own.has(id) && (await rules.isForeignProvider(document.applicationId, id)))
      throw refused(`${at}/id`, 'must be that of the provider, or a new UUID');
    naming(at, () => {
      checkIssuerAndAudience(issuer, audience);
    });
  }
  for (const [place, { issuer, keySource }] of document.issuers.entries()) {
    const discovered = keySource === 'discovery';
    naming(`/issuers/${place}`, () => {
      checkKeySource(
        { issuer, discovered, jwksUri: discovered ? '' : keySource.jwksUri },
        rules.jwksUriRules,
      );
    });
  }
}

function naming(at: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw refused(`${at}${error.fields[0]?.path ?? ''}`, error.fields[0]?.message ?? error.message);
  }
}

function refused(path: string, message: string): AppError {
  return new AppError('trust.document-refused', `the document's ${path} ${message}`, {
    fields: [{ path: '/signed_document', message: `${path} ${message}` }],
  });
}
