import { AppError } from '@wallet-service/errors';
import { explainMfa } from './explain-mfa.js';

const rule = { action: 'require_mfa', policy_id: 'p', policy_name: 'two factors', rule: 'always' };
const decision = { id: 'd', rules: [rule] };

it('names policy, rule and decision when a second factor is missing', () => {
  const refusal = new AppError('auth.mfa-required', 'no second factor', { details: { max_age: 300 } });
  expect(explainMfa(refusal, { record: JSON.stringify(decision), denialDetail: 'brief' })).toMatchObject({
    code: 'auth.mfa-required',
    message:
      'no second factor: sign in again with several factors, and repeat the request with the new token',
    details: {
      max_age: 300,
      policy_id: 'p',
      policy_name: 'two factors',
      rule: 'always',
      decision_id: 'd',
      decision,
      denial_detail: 'brief',
    },
  });
});

it('leaves every other failure unchanged', () => {
  for (const error of [new Error('gone'), new AppError('service.unavailable', 'later')])
    expect(explainMfa(error, { record: JSON.stringify(decision), denialDetail: 'full' })).toBe(error);
});

it.each([undefined, ''])('leaves the refusal unchanged when there is no decision: %p', (record) => {
  const refusal = new AppError('auth.mfa-required', 'no second factor', { details: { max_age: 300 } });
  const decided = record === undefined ? undefined : { record, denialDetail: 'brief' };
  expect(explainMfa(refusal, decided)).toBe(refusal);
});
