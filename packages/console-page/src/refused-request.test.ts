import { whyRefused } from './refused-request.ts';

it.each([
  [{ code: 'auth.token-expired', reason: 'token-expired', fields: [] }, 'The token has expired (exp)'],
  [{ code: 'auth.provider-invalid', reason: null, fields: [] }, 'no such identity provider'],
  [{ code: 'request.invalid', reason: null, fields: ['/a', 'header B'] }, 'Not valid: /a, header B.'],
  [{ code: 'request.invalid', reason: null, fields: [''] }, 'Not valid: the body.'],
  [{ code: 'internal', reason: null, fields: [] }, 'The error code says why.'],
])('%j', (refused, sentence) => {
  expect(whyRefused(refused)).toContain(sentence);
});
