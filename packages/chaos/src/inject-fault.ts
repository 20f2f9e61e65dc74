import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import type { Fault, ChaosSetup } from './fault.js';
import { brokenInvariants } from './invariants.js';
import { giveTokens, makeUsers, startLoad, type Sample } from './load.js';

export type Outcome = {
  readonly fault: Fault;
  readonly skipped?: string;
  readonly requests: number;
  /** How many of them failed, by code. */
  readonly failures: ReadonlyMap<string, number>;
  /** From the end of the cause until the last failed request ended. */
  readonly recoveryMs: number;
  readonly slowestMs: number;
  /** One line per broken invariant. Empty when all hold. */
  readonly broken: readonly string[];
};

const newcomers = 25;
const mostRecoveryMs = 15_000;

/** One fault under load: users sign before and during it, and until nothing has failed for `quietMs`. */
export async function injectFault(
  fault: Fault,
  last: ChaosSetup,
  { warmUpMs, quietMs }: { readonly warmUpMs: number; readonly quietMs: number },
): Promise<Outcome> {
  const skipped = fault.skip?.(last);
  if (skipped !== undefined)
    return { fault, skipped, requests: 0, failures: new Map(), recoveryMs: 0, slowestMs: 0, broken: [] };
  const names = last.users.map(({ name }) => name);
  const setup = { ...last, users: await giveTokens(last.stack.stack, names) };
  const fresh = await makeUsers(setup.stack.stack, newcomers);
  const load = startLoad(setup.stack.stack, setup.gateways, { known: setup.users, fresh });
  await sleep(warmUpMs);
  const before = load.samples.filter(({ status }) => status !== 200);
  const said = await fault.run(setup).then(
    () => [],
    (error: unknown) => (error instanceof Error ? error.message.split('\n') : [String(error)]),
  );
  const goneAt = Date.now();
  await untilQuiet(load.samples, goneAt, quietMs);
  await load.stop();
  const failures = load.samples.filter(({ status }) => status !== 200);
  const lastFailure = failures.reduce((latest, { endedAt }) => Math.max(latest, endedAt), goneAt);
  const recoveryMs = lastFailure - goneAt;
  const broken = [
    ...(before.length > 0 ? [`${before.length} requests failed before anything happened`] : []),
    ...said,
    ...(recoveryMs > mostRecoveryMs ? [`requests still failed ${recoveryMs} ms after it`] : []),
    ...(await notReady(setup)),
    ...(await brokenInvariants(setup, load.samples, fault)),
  ];
  return {
    fault,
    requests: load.samples.length,
    failures: countBy(failures),
    recoveryMs,
    slowestMs: Math.max(0, ...load.samples.map(({ ms }) => ms)),
    broken,
  };
}

async function untilQuiet(samples: readonly Sample[], since: number, quietMs: number): Promise<void> {
  const giveUpAt = since + mostRecoveryMs + quietMs;
  const lastFailure = (): number => samples.findLast(({ status }) => status !== 200)?.endedAt ?? 0;
  while (Date.now() < giveUpAt && Date.now() - Math.max(since, lastFailure()) < quietMs) await sleep(100);
}

/** Everything is up again, without manual help. */
async function notReady({ stack, gateways }: ChaosSetup): Promise<string[]> {
  const giveUpAt = Date.now() + mostRecoveryMs;
  for (;;) {
    const down = stack.processes.filter(({ pid }) => pid() === undefined).map(({ name }) => name);
    const probes = gateways.urls.map((url) => requestJson(`${url}/readyz`).catch(() => ({ status: 0 })));
    const unready = (await Promise.all(probes)).filter(({ status }) => status !== 200).length;
    if (down.length === 0 && unready === 0) return [];
    if (Date.now() > giveUpAt) return [`not ready again: ${down.join(', ')} ${unready} gateways`];
    await sleep(200);
  }
}

function countBy(failures: readonly Sample[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, code } of failures) {
    const name = `${status} ${code}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
