import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { routesOf } from '../../../services/gateway/src/routes.js';
import type { Route } from '../../../services/gateway/src/route.js';
import type { TestStack } from '@wallet-service/local-stack';
import { newCustomer } from './http/customer.js';
import type { NewWallet } from './lifecycle/create-steps.js';
import { heavyBodies, type Genuine } from './shares/heavy-requests.js';
import { heavyRules } from './shares/heavy-rules.js';
import { keptRequests } from './shares/kept-requests.js';
import { createConnection, type Connection, type Prepared } from './shares/load.js';
import { loopCpuOf, verificationMs } from './shares/loop-cpu.js';
import { heavyEnvelopes, nameOf, requestTo, type Caller } from './shares/requests-of.js';
import { ownStack } from './stacks.js';

// The cost of the worst requests to each of the gateway's routes, for any process of a running stack, on the thread
// that serves everybody. The unit is the verification of an ECDSA signature, about a millisecond, measured at the same
// time. COST_ROUNDS=5 searches: it tries every shape that many times with different sizes, and prints the worst for
// kept-requests.ts.

const mostVerifications = 20;
/** For the signer, when it signs a PSBT of 200 inputs. Others get their turn after each signature. */
const mostOfSigning = 80;
/** The least counts: noise only adds. */
const attempts = 20;
const largest = 125_000;
const anySize = fc.integer({ min: 50, max: largest });
const seed = Number(process.env['COST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(process.env['COST_ROUNDS'] ?? 0);

const retirement = { retiresAt: new Date(0), now: () => new Date() };
const rows = routesOf({} as never, {} as never, retirement, {
  reference: { files: undefined, takesKeys: false },
} as never);
/** While others are busy large work waits, and operators count as others. */
const inOrder = [...rows].sort((a, b) => rank(a) - rank(b));
const takesBody = ({ method, documentation }: Route) =>
  (method === 'POST' || method === 'PATCH') && documentation !== undefined;

function rank({ authentication }: Route): number {
  return ['user', 'secret-key', 'none', 'operator'].indexOf(authentication);
}

let stack: TestStack;
let connection: Connection;
let caller: Caller;
/** On the Express interface, and on the Core interface. */
let genuine: { readonly user: Genuine; readonly server: Genuine };

beforeAll(async () => {
  stack = await ownStack({ V1_RETIREMENT_DATE: '2000-01-01' });
  const customer = await newCustomer(stack.stack, 'heavy');
  const token = await customer.express.token('heavy-user', { expires_in: '290' });
  const made = async (network: string) =>
    customer.succeed<NewWallet>('POST', '/v2/api/wallet', { auth_jwt: token, network });
  const wallets = {
    ETH: await made('EVM'),
    SOL: await made('SOL_MAINNET'),
    BTC: await made('BTC_MAINNET'),
  };
  const policy = await customer.succeed<{ id: string }>('POST', '/v1/policy', {
    ...{ name: 'p', chain: 'ETH', scope: 'GLOBAL', is_active: false },
    rules: heavyRules['as many conditions as are taken']?.(20_000),
  });
  const ofUser = {
    ETH: await customer.express.wallet(token, 'ETH'),
    SOL: await customer.express.wallet(token, 'SOL'),
    BTC: await customer.express.wallet(token, 'BTC'),
  };
  caller = {
    customer,
    token,
    operatorKey: stack.stack.operator_key,
    ids: {
      '/v1/policy': policy.id,
      '/v1/identity/provider': customer.provider.id,
      '/v1/admin/application': customer.id,
      '/v2/api/wallet': wallets.ETH.wallet_id,
    },
  };
  const byChain = <Value>(what: (wallet: NewWallet) => Value) => ({
    ETH: what(wallets.ETH),
    SOL: what(wallets.SOL),
    BTC: what(wallets.BTC),
  });
  const server = {
    token,
    accessKey: wallets.ETH.data.access_key,
    walletIds: byChain(({ wallet_id: id }) => id),
    addresses: byChain(({ data }) => data.public_address),
  };
  genuine = { server, user: { ...server, addresses: ofUser } };
  connection = createConnection(stack.expressUrl);
  // Until the asker of all these requests is no longer remembered as another one.
  await sleep(10_500);
});
afterAll(async () => {
  connection.close();
  await stack.stop();
});

type Cost = { readonly verifications: number; readonly process: string; readonly status: number };

const isSigner = (process: string) => process.startsWith('signer');
const isSigned = ({ path }: Prepared) => /sign[/_]transaction$/.test(path);

async function costOf(request: Prepared): Promise<Cost> {
  const before = loopCpuOf(stack);
  const { status } = await connection.send(request);
  // Work after an answer counts, too.
  await sleep(2);
  const after = [...loopCpuOf(stack)];
  const unit = verificationMs();
  const costs = after.map(([process, ms]) => ({
    process,
    verifications: (ms - (before.get(process) ?? 0)) / unit,
    status,
  }));
  const signs = status === 200 && isSigned(request);
  const counted = costs.filter(
    ({ process, verifications }) => !signs || !isSigner(process) || verifications > mostOfSigning,
  );
  return counted.reduce((a, b) => (b.verifications > a.verifications ? b : a));
}

/** The minimum of a few measurements, as few as are needed for a decision. */
async function leastCostOf(request: Prepared, enough: number): Promise<Cost> {
  let least = await costOf(request);
  for (let i = 1; i < attempts && least.verifications > enough; i += 1) {
    const next = await costOf(request);
    if (next.verifications < least.verifications) least = next;
  }
  return least;
}

async function expectCheap(what: string, request: Prepared): Promise<Cost> {
  const cost = await leastCostOf(request, mostVerifications);
  expect([what, cost.status < 500]).toEqual([what, true]);
  expect(cost.verifications <= mostVerifications ? 'cheap' : { what, ...cost }).toBe('cheap');
  return cost;
}

function requestOf(row: Route, shape: string, bytes: number): Prepared {
  const envelope = heavyEnvelopes[shape];
  if (envelope) return envelope(requestTo(row, caller, 'ETH', undefined));
  const found = heavyBodies[nameOf(row)]?.[shape];
  if (!found) throw new Error(`${nameOf(row)} has no shape "${shape}"`);
  const as = row.authentication === 'user' ? genuine.user : genuine.server;
  return requestTo(row, caller, found.chain, found.body(as, bytes));
}

/** Twice as many bytes cost little more than twice as much. For very cheap requests this cannot be measured. */
async function expectLinear(row: Route, shape: string, bytes: number): Promise<void> {
  const ratios: number[] = [];
  while (ratios.length < attempts && !ratios.some((ratio) => ratio <= 3)) {
    const whole = await leastCostOf(requestOf(row, shape, bytes), 4);
    if (whole.verifications <= 4) return;
    const half = await leastCostOf(requestOf(row, shape, bytes / 2), 0);
    ratios.push(whole.verifications / half.verifications);
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(3);
}

it('there are heavy requests to every route that takes a body, and the worst to every route is kept', () => {
  expect(Object.keys(heavyBodies).sort()).toEqual(rows.filter(takesBody).map(nameOf).sort());
  expect(Object.keys(keptRequests).sort()).toEqual(rows.map(nameOf).sort());
});

describe.each(inOrder.map((row) => [nameOf(row), row] as const))('%s', (name, row) => {
  const shapes = [...Object.keys(heavyBodies[name] ?? {}), ...Object.keys(heavyEnvelopes)];

  it(`costs at most ${mostVerifications} verifications, whatever is in it (seed ${seed})`, async () => {
    for (const [shape, bytes] of keptRequests[name] ?? []) {
      await expectCheap(`${shape}, ${bytes} bytes`, requestOf(row, shape, bytes));
      if (bytes > 0) await expectLinear(row, shape, bytes);
    }
    for (const shape of fc.sample(fc.constantFrom(...shapes), { seed, numRuns: 3 })) {
      const [bytes = 0] = fc.sample(anySize, { seed, numRuns: 1 });
      await expectCheap(`${shape}, ${bytes} bytes`, requestOf(row, shape, bytes));
    }
  });

  (rounds > 0 ? it : it.skip)(
    'the search',
    async () => {
      const found: { shape: string; bytes: number; cost: number; process: string; status: number }[] = [];
      for (let round = 0; round < rounds; round += 1)
        for (const shape of shapes) {
          const bytes = round === 0 ? largest : (fc.sample(anySize, 1)[0] ?? 0);
          const { verifications, process, status } = await leastCostOf(requestOf(row, shape, bytes), 3);
          found.push({ shape, bytes, cost: Math.round(verifications * 10) / 10, process, status });
        }
      const worst = found.sort((a, b) => b.cost - a.cost).slice(0, 4);
      console.log(`${name}\n${worst.map((each) => `  ${JSON.stringify(each)}`).join('\n')}`);
    },
    600_000,
  );
});
