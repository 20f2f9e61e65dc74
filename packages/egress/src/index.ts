export { createDnsLookup } from './dns-lookup.js';
export { createGuardedRequest, problemOfRequest } from './guarded-request.js';
export type { GuardedRequest, GuardedRequestOptions } from './guarded-request.js';
export { readOutgoingUrl } from './outgoing-url.js';
export type { OutgoingUrlRules } from './outgoing-url.js';
