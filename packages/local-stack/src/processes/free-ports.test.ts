import { freePorts } from './free-ports.js';

it('promises no port twice, and those of a test worker are of its part alone', async () => {
  const ports: number[] = [];
  for (let again = 0; again < 100; again++) ports.push(...(await freePorts(10)));
  expect(new Set(ports).size).toBe(1_000);
  expect(Math.max(...ports) - Math.min(...ports)).toBeLessThan(2_500);
});
