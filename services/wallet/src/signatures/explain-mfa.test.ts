import { AppError } from '@wallet-service/errors';
import { explainMfa } from './explain-mfa.js';

const rule = { action: 'require_mfa', policy_id: 'p', policy_name: 'two factors', rule: 'always' };
const decision = { id: 'd', rules: [rule] };

it('names policy, rule and decision where a second factor is missing', () => {
  const refusal = new AppError('auth.mfa-required', 'no second factor', { details: { max_age: 300 } });
  expect(explainMfa(refusal, JSON.stringify(decision))).toMatchObject({
    code: 'auth.mfa-required',
    message: 'no second factor',
    details: {
      max_age: 300,
      policy_id: 'p',
      policy_name: 'two factors',
      rule: 'always',
      decision_id: 'd',
      decision,
    },
  });
});

it('leaves every other failure as it is', () => {
  for (const error of [new Error('gone'), new AppError('service.unavailable', 'later')])
    expect(explainMfa(error, JSON.stringify(decision))).toBe(error);
});

it.each([undefined, ''])('leaves the refusal as it is where there is no decision: %p', (record) => {
  const refusal = new AppError('auth.mfa-required', 'no second factor', { details: { max_age: 300 } });
  expect(explainMfa(refusal, record)).toBe(refusal);
});
