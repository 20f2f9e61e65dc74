import { createBreaker } from './breaker.js';

let time = 0;
const breakerAfterFailure = () => {
  const breaker = createBreaker(() => time);
  breaker.failed();
  return breaker;
};

it('allows every call until one fails, and none for a second after that', () => {
  const breaker = createBreaker(() => time);
  expect([breaker.mayAsk(true), breaker.mayAsk(true)]).toEqual([true, true]);
  breaker.failed();
  time += 999;
  expect(breaker.mayAsk(true)).toBe(false);
});

it('then allows one trial call per second', () => {
  const breaker = breakerAfterFailure();
  time += 1_000;
  expect([breaker.mayAsk(true), breaker.mayAsk(true)]).toEqual([true, false]);
  time += 1_000;
  expect([breaker.mayAsk(true), breaker.mayAsk(true)]).toEqual([true, false]);
});

it('allows every call again as soon as one was answered', () => {
  const breaker = breakerAfterFailure();
  breaker.answered();
  expect([breaker.mayAsk(true), breaker.mayAsk(true)]).toEqual([true, true]);
});

it('allows none without a connection, however long it has been', () => {
  const breaker = breakerAfterFailure();
  time += 60_000;
  expect(breaker.mayAsk(false)).toBe(false);
  expect(breaker.mayAsk(true)).toBe(true);
});
