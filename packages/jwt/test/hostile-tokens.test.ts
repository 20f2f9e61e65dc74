import { createServer } from 'node:net';
import { once } from 'node:events';
import { prepareKeySet, verifyUserToken, type TokenResult } from '../src/index.js';
import { hostileKeySet, hostileTokens, makeHostileKeys, type HostileKit } from './hostile-tokens.js';

const keys = makeHostileKeys();
const prepared = prepareKeySet(hostileKeySet(keys));
if (!prepared.ok) throw new Error(prepared.problems.join());
const kit: HostileKit = {
  keys,
  issuer: 'https://id.example.com/',
  audience: 'app1',
  subject: 'alice',
  now: 1_800_000_000,
  maxLifetimeSeconds: 300,
  attackerUrl: 'http://127.0.0.1:9/jwks',
};

function check(token: string, maxLifetimeSeconds: number): Promise<TokenResult> {
  const provider = {
    issuer: kit.issuer,
    audience: kit.audience,
    keys: prepared.ok ? prepared.keys : new Map(),
  };
  return verifyUserToken(token, [provider], { now: kit.now, maxLifetimeSeconds });
}

describe.each([300, 86_400])('with a lifetime of at most %d s', (maxLifetimeSeconds) => {
  it.each(hostileTokens.map((token) => [token.no, token.title, token.answer, token.build] as const))(
    '%d: %s: %s',
    async (_no, _title, answer, build) => {
      const result = await check(build({ ...kit, maxLifetimeSeconds }), maxLifetimeSeconds);
      expect(result.ok ? 'pass' : 'refused').toBe(answer);
    },
  );
});

it('refuses a token of 100 MB at once', async () => {
  const huge = 'a'.repeat(100 << 20);
  const started = performance.now();
  const result = await check(huge, 300);
  expect(result).toMatchObject({ ok: false, fault: 'malformed' });
  expect(performance.now() - started).toBeLessThan(50);
});

it('connects to nothing that a token names', async () => {
  const connections: unknown[] = [];
  const listener = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const attackerUrl = `http://127.0.0.1:${port}/`;
  for (const { build } of hostileTokens) await check(build({ ...kit, attackerUrl }), 300);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(connections).toHaveLength(0);
  listener.close();
});
