import type { RequestContext, Services } from '../clients/services.js';
import type { RequestHeaders } from './authenticate-user.js';
import { requiredText } from './required-header.js';

const maxKeyLength = 256;

/** The operator of the installation. Rare and powerful, so nothing is remembered. */
export function createOperatorAuthentication(identity: Services['identity']) {
  return async (headers: RequestHeaders, context: RequestContext): Promise<void> => {
    const operatorKey = requiredText(
      headers,
      'X-Service-Operator-Key',
      'auth.operator-key-invalid',
      maxKeyLength,
    );
    await identity('AuthenticateOperator', { operatorKey }, context);
  };
}
