import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { measureTrust } from '@wallet-service/enclave-signer/bench';
import { measureEngine } from '@wallet-service/policy/bench';
import {
  cpuMs,
  launcherConfig,
  openStack,
  postgresCpuMs,
  recordedProcesses,
  runCommand,
  type StackFile,
} from '@wallet-service/local-stack';
import { startBaselineProcess, type BaselineProcess } from './baseline-process.js';
import { engineReport } from './engine.js';
import { measureHops } from './hop.js';
import { createLatencyProbe, putUnderLoad } from './load.js';
import { underPolicies } from './policies.js';
import { benchReport } from './report.js';
import { measureScale } from './scale.js';
import { scaleJson, scaleReport } from './scale-report.js';
import { trustReport } from './trust.js';
import { prepareRequests, type BenchRequests } from './requests.js';
import { inTurns, mediansInTurns, type CpuMeter } from './rounds.js';
import { readArguments } from '@wallet-service/local-stack';
import { certificateFiles, readCertificate } from '@wallet-service/local-certificates';

const connections = 64;
const warmUpSeconds = 2;
const loadSeconds = 8;
const rounds = 4;
const aloneRounds = 8;
const aloneSeconds = 1;
const hopSeconds = 3;
const engineMs = 300;
const scaleSeconds = 4;
// More than a measurement uses up.
const freshTokens = 12_000;

const { values } = readArguments(
  `pnpm bench: compares the signing path with a baseline, on the stack that runs in DATA_DIR (.local), or on one that it
  starts and stops
  PORT, DATABASE_URL, REDIS_URL: as for pnpm start
pnpm bench --trust: what 100,000 applications cost a signer. Takes some minutes, and needs no stack
pnpm bench --scale: what two and four wallet replicas sign, as ratios to one. Takes some minutes, starts its own stacks
  --json FILE    writes the ratios there, too
  --rounds N     of each measurement (5)`,
  {
    trust: { type: 'boolean' },
    scale: { type: 'boolean' },
    json: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
);
if (values.trust) await benchTrust();
else await (values.scale ? benchScale() : benchSigning());

function benchScale(): Promise<void> {
  const rounds = Number(values.rounds);
  return runCommand(async ({ announce, signal }) => {
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: must be an integer from 1 up');
    const figures = await measureScale({ rounds, secondsEach: scaleSeconds, signal }, announce);
    console.log(`\n${scaleReport(figures)}\n`);
    if (values.json !== undefined) writeFileSync(values.json, scaleJson(figures));
  });
}

async function benchTrust(): Promise<void> {
  const measurements = [];
  for await (const measurement of measureTrust([1_000, 10_000, 100_000])) measurements.push(measurement);
  console.log(`\n${trustReport(measurements)}\n`);
}

function benchSigning(): Promise<void> {
  return runCommand(async ({ announce, signal }) => {
    const dataDir = path.resolve(launcherConfig().dataDir);
    const open = await openStack(announce, signal);
    const baseline = await startBaselineProcess(open.stack, dataDir);
    try {
      // A running measurement then continues until the process ends, a moment later.
      await Promise.race([measure(open.stack, baseline, dataDir, announce), stopped(signal)]);
    } finally {
      await baseline.close();
      await open.close();
    }
  });
}

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(new Error('stopped before the end: nothing is reported'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
}

async function measure(
  stack: StackFile,
  baseline: BaselineProcess,
  dataDir: string,
  announce: (line: string) => void,
): Promise<void> {
  const url = `${stack.express_url}/v2/wallet/sign/message`;
  announce('making wallets and tokens');
  const requests = await prepareRequests(stack, dataDir, freshTokens);
  const withPolicies = await prepareRequests(await underPolicies(stack), dataDir, 0);
  announce(`load on the baseline process, ${connections} in flight`);
  await putUnderLoad(baseline.url, requests.knownTokens, connections, { seconds: warmUpSeconds });
  const baselineLoad = await putUnderLoad(baseline.url, requests.knownTokens, connections, {
    seconds: loadSeconds,
  });
  announce(`load on the full path, ${connections} in flight, without and with policies in turn`);
  const send = (of: BenchRequests, seconds: number) =>
    putUnderLoad(url, of.knownTokens, connections, { seconds });
  await send(requests, warmUpSeconds);
  await send(withPolicies, warmUpSeconds);
  const load = await inTurns(
    {
      full: () => send(requests, loadSeconds / rounds),
      policies: () => send(withPolicies, loadSeconds / rounds),
    },
    rounds,
    metersOf(dataDir),
  );
  announce('one request in flight, in turn');
  const probes = {
    baseline: createLatencyProbe(baseline.url, requests.knownTokens),
    full: createLatencyProbe(url, requests.knownTokens),
    policies: createLatencyProbe(url, withPolicies.knownTokens),
  };
  const medianMs = await mediansInTurns(probes, aloneRounds, aloneSeconds);
  for (const probe of Object.values(probes)) probe.close();
  announce('load on the full path, each request with a new token');
  const fresh = await putUnderLoad(url, requests.freshTokens, connections, { seconds: loadSeconds });
  announce('hops');
  const tls = readCertificate(certificateFiles(path.join(dataDir, 'tls')).gateway);
  const hops = await measureHops(baseline.hopSocket, tls, hopSeconds);
  const measured = {
    baseline: { load: baselineLoad, medianMs: medianMs.baseline },
    full: { ...load.full, medianMs: medianMs.full },
    policies: { ...load.policies, medianMs: medianMs.policies },
  };
  console.log(`\n${benchReport({ ...measured, fresh, hops })}\n`);
  announce('policy engine');
  console.log(`\n${engineReport(measureEngine(engineMs))}\n`);
}

function metersOf(dataDir: string): readonly CpuMeter[] {
  const services = recordedProcesses(path.join(dataDir, 'processes.json'));
  const keeper = keeperPid(path.join(dataDir, 'postgres/keeper.json'));
  return [
    ...services.map(({ name, pid }) => ({ name, read: () => cpuMs(pid) })),
    ...(keeper === undefined ? [] : [{ name: 'postgres', read: () => postgresCpuMs(keeper) }]),
    { name: 'load generator', read: () => cpuMs(process.pid) },
  ];
}

function keeperPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const { keeper } = JSON.parse(readFileSync(file, 'utf8')) as { keeper?: { pid: number } };
  return keeper?.pid;
}
