import { AppError } from '@wallet-service/errors';
import { failureOf } from './failure-of.js';

describe('failureOf', () => {
  it.each([
    [new AppError('policy.denied', 'no'), { code: 'policy.denied', fault: false }],
    [new AppError('service.unavailable', 'down'), { code: 'service.unavailable', fault: true }],
    [Object.assign(new Error('no'), { refusal: 'token-expired' }), { code: 'token-expired', fault: false }],
    [new TypeError('secret'), { code: 'TypeError', fault: true }],
    ['secret', { code: 'unknown', fault: true }],
  ])('gives for %s its code and whose fault it is, never its message', (error, told) => {
    expect(failureOf(error)).toEqual(told);
  });
});
