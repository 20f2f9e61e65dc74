import { localTimeOf, secondsOf } from './local-time.ts';

it('turns the time of a field into Unix seconds, and back', () => {
  const [text, seconds] = ['2026-11-28T15:04:05', String(new Date(2026, 10, 28, 15, 4, 5).getTime() / 1_000)];
  expect(secondsOf(text)).toBe(seconds);
  expect(localTimeOf(seconds)).toBe(text);
  expect(secondsOf('2026-11-28T15:04')).toBe(String(Number(seconds) - 5));
});

it('has nothing of what is no time', () => {
  expect([secondsOf(''), secondsOf('x')]).toEqual(['', '']);
  expect([localTimeOf(undefined), localTimeOf(''), localTimeOf('x')]).toEqual(['', '', '']);
});
