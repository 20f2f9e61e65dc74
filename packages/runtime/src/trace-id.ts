import { randomBytes } from 'node:crypto';

/** A trace id as in W3C Trace Context: 16 random bytes as 32 lower-case hexadecimal digits. */
export function newTraceId(random: (bytes: number) => Buffer = randomBytes): string {
  return random(16).toString('hex');
}

/** Whether text that somebody sent may be used as a trace id: 32 lower-case hexadecimal digits, not all zero. */
export function isTraceId(text: string): boolean {
  return /^(?!0{32})[0-9a-f]{32}$/.test(text);
}
