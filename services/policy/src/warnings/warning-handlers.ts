import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import type { ApplicationWarnings } from './application-warnings.js';
import { warningsToWire } from './warnings-to-wire.js';

type FindWarnings = (
  applicationId: string,
  providerIssuers: readonly string[],
) => Promise<ApplicationWarnings>;

export function warningHandlers(find: FindWarnings): Pick<Handlers<PolicyDefinition>, 'ListWarnings'> {
  return {
    ListWarnings: async ({ applicationId, providerIssuers }) =>
      warningsToWire(await find(boundedId(applicationId, '/application_id'), providerIssuers)),
  };
}
