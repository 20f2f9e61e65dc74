export {
  actorOf,
  changeRequestIdOf,
  changeRequestKeyId,
  personIdOf,
  personKeyId,
  type Actor,
} from './actor.js';
export { readApprover, signApprover } from './approver.js';
export type { Approver } from './approver.js';
export { audiences, grantLeewayMs, grantLifetimeMs } from './grant.js';
export type { Audience, Grant } from './grant.js';
export { assertGrantKeyIsKnown, readGrantKey, readGrantPublicKeys } from './grant-keys.js';
export { assertScope, coverableScopes, grantableScopes, holdsScope, scopes } from './scope.js';
export type { Scope } from './scope.js';
export { signGrant } from './sign-grant.js';
export { createGrantVerifier } from './verify-grants.js';
export type { GrantVerifier } from './verify-grants.js';
