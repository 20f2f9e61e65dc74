export { creationOptions, requestOptions } from './options.js';
export { algorithms } from './passkey.js';
export type { Algorithm, Passkey, PasskeyRefusal, RelyingParty } from './passkey.js';
export { isAlgorithm } from './public-key.js';
export { challengeOf, credentialIdOf, longestAnswer } from './read-answer.js';
export { verifyAssertion } from './verify-assertion.js';
export { verifyRegistration } from './verify-registration.js';
