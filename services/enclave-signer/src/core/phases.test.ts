import { enter, methodExists, type Phase } from './phases.js';

const phases: readonly Phase[] = ['booting', 'sealed', 'ready', 'clock-wrong', 'draining', 'failed'];

it.each(phases)('%s: the status is available', (phase) => {
  expect(methodExists(phase, 'GetStatus')).toBe(true);
});

it.each([
  ['booting', false],
  ['sealed', false],
  ['ready', true],
  ['clock-wrong', false],
  ['draining', true],
  ['failed', false],
] as const)('%s: signing is available: %s', (phase, exists) => {
  expect(methodExists(phase, 'Sign')).toBe(exists);
  expect(methodExists(phase, 'CreateWallet')).toBe(exists);
});

it('a failed signer stays failed', () => {
  for (const phase of phases) expect(() => enter('failed', phase)).toThrow();
  expect(enter('ready', 'failed')).toBe('failed');
  expect(() => enter('draining', 'ready')).toThrow();
});
