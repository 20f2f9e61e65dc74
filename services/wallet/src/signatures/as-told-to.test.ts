import { AppError } from '@wallet-service/errors';
import { asToldTo } from './as-told-to.js';

const needed = { policy_id: 'p', policy_name: 'limits', rule: 'r', reason: 'rule', decision_id: 'd' };
const secret = { value_seen: 'seen', condition: { value: 'limit' }, decision: { rules: ['limit'] } };
const denial = (denial_detail?: string) =>
  new AppError('policy.denied', 'denied: value gt limit, seen', {
    details: { ...needed, ...secret, brief_message: 'denied', denial_detail, something_new: 'limit' },
  });

it.each(['brief', '', undefined])('Express users get what they need and no more: %p', (detail) => {
  const error = asToldTo('express', denial(detail));
  expect(error).toMatchObject({ code: 'policy.denied', message: 'denied' });
  expect((error as AppError).details).toEqual(needed);
});

it.each([
  ['express', 'full'],
  ['core', 'brief'],
] as const)('everything is shown on %s with %s', (callers, detail) => {
  const error = asToldTo(callers, denial(detail)) as AppError;
  expect(error.message).toBe('denied: value gt limit, seen');
  expect(error.details).toEqual({ ...needed, ...secret, something_new: 'limit' });
});

it('the demands of a step-up are shown', () => {
  const details = { max_age: 900, acr_values: ['mfa'], decision_id: 'd' };
  const refusal = new AppError('auth.mfa-required', 'no second factor', {
    details: { ...details, ...secret },
  });
  expect((asToldTo('express', refusal) as AppError).details).toEqual(details);
});

it('every other failure is unchanged', () => {
  const failures = [
    new Error('gone'),
    new AppError('wallet.not-found', 'none', { details: { wallet_id: 'w' } }),
  ];
  for (const error of failures) expect(asToldTo('express', error)).toBe(error);
});
