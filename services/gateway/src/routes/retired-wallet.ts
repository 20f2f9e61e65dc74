import { retiredVersion } from '../http/retired-v1.js';
import { route, type Route } from '../route.js';

const retiredPaths = [
  ['/v1/wallet', '/v2/wallet'],
  ['/v1/wallet/sign/data', '/v2/wallet/sign/data'],
  ['/v1/wallet/sign/message', '/v2/wallet/sign/message'],
  ['/v1/wallet/sign/eip7702', '/v2/wallet/sign/eip7702'],
] as const;

export type RetirementDeps = { readonly retiresAt: Date; readonly now: () => Date };

/** The Express wallet paths of version 1. */
export function retiredWalletRoutes({ retiresAt, now }: RetirementDeps): readonly Route[] {
  return retiredPaths.map(([path, successor]) =>
    route({
      method: 'POST',
      path,
      authentication: 'none',
      rateClass: 'wallet',
      errors: 'problem',
      status: 200,
      handle: () => Promise.reject(retiredVersion(successor, retiresAt, now())),
    }),
  );
}
