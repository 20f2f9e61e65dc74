import { retiredVersion } from '../http/retired-v1.js';
import { route, type Route } from '../route.js';

const retiredPaths = [
  ['problem', '/v1/wallet', '/v2/wallet'],
  ['problem', '/v1/wallet/sign/data', '/v2/wallet/sign/data'],
  ['problem', '/v1/wallet/sign/message', '/v2/wallet/sign/message'],
  ['problem', '/v1/wallet/sign/eip7702', '/v2/wallet/sign/eip7702'],
  ['core', '/v1/api/wallet', '/v2/api/wallet'],
  ['core', '/v1/api/wallet/sign_data', '/v2/api/wallet/sign_data'],
  ['core', '/v1/api/wallet/sign_message', '/v2/api/wallet/sign_message'],
  ['core', '/v1/api/wallet/sign_transaction', '/v2/api/wallet/sign_transaction'],
] as const;

export type RetirementDeps = { readonly retiresAt: Date; readonly now: () => Date };

/**
 * The wallet paths of version 1. The reference leaves them out, because a client that calls them can only fail.
 * Wallet groups, policies and identity providers stay there.
 */
export function retiredWalletRoutes({ retiresAt, now }: RetirementDeps): readonly Route[] {
  return retiredPaths.map(([errors, path, successor]) =>
    route({
      method: 'POST',
      path,
      authentication: 'none',
      rateClass: 'wallet',
      errors,
      status: 200,
      handle: () => Promise.reject(retiredVersion(successor, retiresAt, now())),
    }),
  );
}
