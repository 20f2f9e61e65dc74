import type { Grants, RequestContext, Services } from '../clients/services.js';
import type { RequestHeaders } from './authenticate-user.js';
import { requiredText } from './required-header.js';

const maxKeyLength = 256;

/** The operator of the installation. Rare and powerful, so nothing is cached. */
export function createOperatorAuthentication(identity: Services['identity']) {
  return async (headers: RequestHeaders, context: RequestContext): Promise<Grants | undefined> => {
    const operatorKey = requiredText(
      headers,
      'X-Service-Operator-Key',
      'auth.operator-key-invalid',
      maxKeyLength,
    );
    const { grants } = await identity('AuthenticateOperator', { operatorKey }, context);
    return grants ?? undefined;
  };
}
