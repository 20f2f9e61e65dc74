import { randomBytes } from 'node:crypto';
import { createChallenges, type ChallengeUse } from './challenges.js';

let now = 1_800_000_000_000;
const pepper = Buffer.alloc(32, 1);
const challenges = createChallenges({ pepper, now: () => now, randomBytes });
const use: ChallengeUse = { purpose: 'step-up', owner: 'session' };

beforeEach(() => {
  now = 1_800_000_000_000;
});

it('takes its own challenge for five minutes, and no two are equal', () => {
  const challenge = challenges.make(use);
  expect(challenge).not.toBe(challenges.make(use));
  expect(Buffer.from(challenge, 'base64url')).toHaveLength(48);
  const end = challenges.endOf(challenge, use);
  expect(end).toBe(now + 300_000);
  now += 299_999;
  expect(challenges.endOf(challenge, use)).toBe(end);
  now += 1;
  expect(challenges.endOf(challenge, use)).toBeUndefined();
  now -= 300_001;
  expect(challenges.endOf(challenge, use)).toBeUndefined();
});

it('takes none for another use, of another installation, or changed in a bit', () => {
  const challenge = challenges.make(use);
  for (const other of [
    { ...use, owner: 'another' },
    { ...use, purpose: 'passkey' },
  ] as const)
    expect(challenges.endOf(challenge, other)).toBeUndefined();
  const others = createChallenges({ pepper: Buffer.alloc(32, 2), now: () => now, randomBytes });
  expect(others.endOf(challenge, use)).toBeUndefined();
  for (let bit = 0; bit < 48 * 8; bit += 1) {
    const bytes = Buffer.from(challenge, 'base64url');
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(challenges.endOf(bytes.toString('base64url'), use)).toBeUndefined();
  }
  for (const text of ['', 'x', `${challenge}=`, `${challenge}AAAA`])
    expect(challenges.endOf(text, use)).toBeUndefined();
});
