import type { TestStack } from '@wallet-service/local-stack';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { until } from '@wallet-service/test-kit/until';
import { ownStack } from './stacks.js';

// What the operator sees of processes that serve, hang and are away, on a running stack.

type Health = {
  readonly processes: readonly {
    readonly service: string;
    readonly address: string;
    readonly state: string;
    readonly milliseconds?: number;
    readonly phase?: string;
  }[];
  readonly not_known: readonly string[];
  readonly root: { readonly version: number; readonly expires_at: number } | null;
};
type KeySets = {
  readonly data: readonly { readonly issuer: string; readonly state: string; readonly fetched_at: number }[];
  readonly totals: Readonly<Record<string, number>>;
};

const { TEST_REDIS_URL } = process.env;
let stack: TestStack;
beforeAll(async () => {
  stack = await ownStack({
    ...{ GATEWAY_REPLICAS: '2', WALLET_REPLICAS: '2', SIGNER_REPLICAS: '2', WITNESS_REPLICAS: '2' },
    // A database of its own, because gateways of other tests are on that server, too.
    ...(TEST_REDIS_URL !== undefined && { REDIS_URL: `${TEST_REDIS_URL}/8` }),
  });
});
afterAll(() => stack.stop());

const ask = <Answer>(path: string): Promise<Answer> =>
  expectJson<Answer>(`${stack.expressUrl}${path}`, {
    headers: { 'x-service-operator-key': stack.stack.operator_key },
  });
const health = (): Promise<Health> => ask('/v1/admin/health');

/** How many processes of each service are in each state. */
async function counted(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { service, state } of (await health()).processes)
    counts[`${service} ${state}`] = (counts[`${service} ${state}`] ?? 0) + 1;
  return counts;
}

function processOf(name: string): TestStack['processes'][number] {
  const found = stack.processes.find((each) => each.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

const running = (service: string): number =>
  stack.processes.filter(({ name }) => name.startsWith(`${service}-`)).length;

it('lists every process of the stack, and the root of trust', async () => {
  const services = ['gateway', 'identity', 'policy', 'wallet', 'webhooks', 'signer', 'witness'];
  const all = Object.fromEntries(services.map((name) => [`${name} serving`, running(name)]));
  // Without Redis, gateways do not know each other.
  if (TEST_REDIS_URL === undefined) all['gateway serving'] = 1;
  else all['redis serving'] = 1;
  await until(
    'both gateways',
    async () => (await counted())['gateway serving'] === all['gateway serving'],
    30_000,
  );
  expect(await counted()).toEqual(all);
  const { processes, not_known: notKnown, root } = await health();
  expect(new Set(processes.map(({ service, address }) => `${service} ${address}`)).size).toBe(
    processes.length,
  );
  expect(processes.find(({ service }) => service === 'signer')?.phase).toBe('ready');
  expect(notKnown).toEqual([]);
  expect(root?.version).toBeGreaterThan(0);
  expect(root?.expires_at).toBeGreaterThan(Date.now() / 1_000);
});

it('tells of a process that hangs, one that is stopped, and when they are back', async () => {
  const witness = processOf('witness-0');
  const pid = witness.pid() ?? 0;
  process.kill(pid, 'SIGSTOP');
  const signer = processOf('signer-1');
  await signer.stop();
  try {
    expect(await counted()).toMatchObject({
      'witness unreachable': 1,
      'witness serving': running('witness') - 1,
      'signer unreachable': 1,
      'signer serving': 1,
    });
    const hanging = (await health()).processes.find(
      ({ state, service }) => state !== 'serving' && service === 'witness',
    );
    expect(hanging?.milliseconds).toBeGreaterThanOrEqual(1_500);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await signer.restart();
  await until(
    'all of them again',
    async () => !Object.keys(await counted()).some((name) => name.endsWith('unreachable')),
    30_000,
  );
});

it('lists how old key sets are', async () => {
  const { data, totals } = await ask<KeySets>('/v1/admin/key_set');
  expect(data).toMatchObject([{ issuer: stack.stack.demo_provider.issuer, state: 'fresh' }]);
  expect(Math.abs(Date.now() / 1_000 - (data[0]?.fetched_at ?? 0))).toBeLessThan(3_600);
  expect(totals).toEqual({ fresh: 1, failing: 0, expired: 0 });
});

it('is for the operator alone', async () => {
  for (const path of ['/v1/admin/health', '/v1/admin/key_set']) {
    const headers = { 'x-service-secret-key': stack.stack.app.secret_key };
    expect((await fetch(`${stack.expressUrl}${path}`, { headers })).status).toBe(401);
  }
});

it('says of which services nothing is known while no wallet service answers', async () => {
  for (const each of stack.processes.filter(({ name }) => name.startsWith('wallet-'))) await each.stop();
  const { processes, not_known: notKnown, root } = await health();
  expect(notKnown).toEqual(['signer', 'witness']);
  expect(root).toBeNull();
  expect(processes.filter(({ service }) => service === 'wallet').map(({ state }) => state)).toEqual([
    'unreachable',
    'unreachable',
  ]);
  expect(processes.filter(({ service }) => service === 'policy').map(({ state }) => state)).toEqual([
    'serving',
  ]);
}, 60_000);
