import type { ErrorOnTheWire } from '@wallet-service/errors';
import { challengeFor } from './challenge.js';

it.each<[ErrorOnTheWire, string]>([
  [{ code: 'auth.token-missing', message: 'x' }, 'Bearer'],
  [
    { code: 'auth.token-expired', message: 'the token has expired' },
    'Bearer error="invalid_token", error_description="the token has expired"',
  ],
  [
    {
      code: 'auth.mfa-required',
      message: 'again',
      details: { max_age: 60, acr_values: ['urn:phr', 'urn:mfa'] },
    },
    'Bearer error="insufficient_user_authentication", error_description="again", ' +
      'acr_values="urn:phr urn:mfa", max_age=60',
  ],
  [
    { code: 'auth.mfa-required', message: 'a "b" \\ ü\r\nc', details: { max_age: 'x', acr_values: ['a"b'] } },
    "Bearer error=\"insufficient_user_authentication\", error_description=\"a 'b' ' '''c\"",
  ],
  [{ code: 'auth.secret-key-invalid', message: 'x' }, 'ApiKey header="X-Service-Secret-Key"'],
])('%j: %s', (error, challenge) => {
  expect(challengeFor(error)).toBe(challenge);
});
