import { deliveryIdOf, retryDelayMs } from './delivery.js';

describe('retryDelayMs', () => {
  it.each([
    [1, 0, 5_000],
    [1, 0.5, 5_250],
    [2, 0, 300_000],
    [3, 0, undefined],
    [4, 0, undefined],
  ])('after %p failed attempts, with the random number %p: %p', (attempts, random, delay) => {
    expect(retryDelayMs([5, 300], attempts, random)).toBe(delay);
  });

  it('is undefined when no retries are left', () => {
    expect(retryDelayMs([], 1, 0)).toBeUndefined();
  });
});

it('treats a delivery id of another form as unknown', () => {
  expect(() => deliveryIdOf('1')).toThrow('no such delivery');
});
