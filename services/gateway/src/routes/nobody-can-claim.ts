import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import type { Warning } from './warning.js';

const nobodyCanClaim: Warning = {
  code: 'pregeneration.no-email-provider',
  field: '/email_provider_ids',
  remedy:
    'Nobody can claim a pre-generated wallet: put the identity providers that verify e-mail addresses into ' +
    'email_provider_ids (PATCH /v1/application) before users sign in.',
};

type Settings = AuthenticatedApplication['application']['settings'];

/** The warning for an application that pre-generates wallets, if nobody can claim them. */
export function claimWarnings(settings: Settings): readonly Warning[] {
  return settings?.emailProviderIds.length === 0 ? [nobodyCanClaim] : [];
}
