import { grantLifetimeMs, type Grant } from '@wallet-service/grants';
import { createGrantIssuer } from './issue-grants.js';

const start = 1_800_000_000_000;

function setUp() {
  const clock = { now: start };
  const signed: Grant[] = [];
  const issue = createGrantIssuer({
    sign: (grant) => {
      signed.push(grant);
      return Buffer.from(`${grant.audience} ${grant.applicationId ?? ''} ${grant.keyId} ${grant.issuedAt}`);
    },
    now: () => clock.now,
  });
  return { clock, signed, issue };
}

it('signs one grant for each service, and reuses it while it is young', () => {
  const { clock, signed, issue } = setUp();
  const first = issue({ applicationId: 'a', keyId: 'k' });
  expect(Object.keys(first).sort()).toEqual(['identity', 'policy', 'wallet', 'webhooks']);
  clock.now += 20_000;
  expect(issue({ applicationId: 'a', keyId: 'k' })).toBe(first);
  expect(signed).toHaveLength(4);
  expect(signed.every(({ expiresAt, issuedAt }) => expiresAt - issuedAt === grantLifetimeMs)).toBe(true);
});

it('never gives a grant that would expire during a request', () => {
  const { clock, signed, issue } = setUp();
  for (let step = 0; step < 200; step += 1) {
    const { policy } = issue({ applicationId: 'a', keyId: 'k' });
    const issuedAt = Number(policy.toString().split(' ').at(-1));
    expect(issuedAt + grantLifetimeMs - clock.now).toBeGreaterThanOrEqual(25_000);
    clock.now += 777;
  }
  expect(signed.length).toBeLessThan(4 * 10);
});

it('issues new ones when the clock was set back', () => {
  const { clock, issue } = setUp();
  issue({ applicationId: 'a', keyId: 'k' });
  clock.now -= 3_600_000;
  expect(issue({ applicationId: 'a', keyId: 'k' }).policy.toString()).toContain(String(clock.now));
});

it('signs the scopes of a key, and no grant that outlives it', () => {
  const { clock, signed, issue } = setUp();
  const holder = { applicationId: 'a', keyId: 'k', scopes: ['read'], timeExpires: start / 1000 + 60 };
  for (let step = 0; step < 100; step += 1) {
    issue(holder);
    clock.now += 599;
  }
  expect(signed.every(({ scopes }) => String(scopes) === 'read')).toBe(true);
  expect(Math.max(...signed.map(({ expiresAt }) => expiresAt))).toBe(holder.timeExpires * 1000);
  expect(signed.every(({ expiresAt, issuedAt }) => expiresAt - issuedAt <= grantLifetimeMs)).toBe(true);
  // Near its end nothing can be renewed, so nothing is signed again.
  expect(signed.length).toBeLessThan(4 * 4);
});

it('never mixes up two holders', () => {
  const { issue } = setUp();
  const holders = [
    { applicationId: 'a', keyId: 'k' },
    { applicationId: 'b', keyId: 'k' },
    { applicationId: 'a', keyId: 'l' },
    { applicationId: undefined, keyId: 'k' },
  ];
  const texts = holders.map((holder) => issue(holder).policy.toString());
  expect(new Set(texts).size).toBe(4);
  expect(holders.map((holder) => issue(holder).policy.toString())).toEqual(texts);
});
