import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOtlpReceiver } from '@wallet-service/test-kit/otlp-receiver';
import { kinds } from '../kinds.js';
import { putUnderLoad } from '../load.js';
import { makeUsers, requestsOf } from '../requests.js';
import { startBenchStack, withoutNumber } from '../stacks.js';
import { microsecondsByStep, modulesOfBundles, type CpuProfile } from './cpu-profile.js';
import { timedSteps, type TimedStep } from './spans.js';
import { outsideJavaScript, type Step } from './steps.js';

export type Timeline = {
  /** Of one request alone, by the traces that every stack can record. */
  readonly times: readonly TimedStep[];
  /** Microseconds of CPU for each signature under load, by process and step, from V8's profiles. */
  readonly cpu: ReadonlyMap<string, ReadonlyMap<Step, number>>;
};

const users = 64;
const warmUpRequests = 3000;
const aloneRequests = 500;
/** Of traces. Few, because under load they cost CPU; enough while requests are alone. */
const sampled = 0.1;
// The exporter sends once a second.
const exportMs = 2500;

/**
 * Where the time and the CPU of a signature go: on a stack of its own, whose processes record traces and profiles.
 * `realCpu`: what each process uses without them, to which the profiles are scaled.
 */
export async function measureTimeline(
  seconds: number,
  connections: number,
  realCpu: Readonly<Record<string, number>>,
): Promise<Timeline> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-profiles-'));
  const receiver = await startOtlpReceiver();
  try {
    const running = await startBenchStack(
      { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: String(sampled) },
      folder,
    );
    let window: { readonly from: number; readonly to: number };
    let aloneFrom: number;
    try {
      const url = running.stack.express_url;
      const { tokens } = await makeUsers(running.stack, running.dataDir, users);
      const requests = await requestsOf(running.stack, tokens, kinds.message);
      await putUnderLoad(url, requests, connections, { requests: warmUpRequests });
      const from = microsecondsNow();
      await putUnderLoad(url, requests, connections, { seconds });
      window = { from, to: microsecondsNow() };
      await sleep(exportMs);
      aloneFrom = receiver.spans().length;
      await putUnderLoad(url, requests, 1, { requests: aloneRequests });
      await sleep(exportMs);
    } finally {
      await running.stop();
    }
    return {
      times: timedSteps(receiver.spans().slice(aloneFrom), `POST ${kinds.message.path}`),
      cpu: cpuBySteps(folder, running.pids, window, realCpu),
    };
  } finally {
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function microsecondsNow(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function cpuBySteps(
  folder: string,
  pids: ReadonlyMap<number, string>,
  window: { readonly from: number; readonly to: number },
  realCpu: Readonly<Record<string, number>>,
): Timeline['cpu'] {
  const moduleOf = modulesOfBundles();
  const byProcess = new Map<string, ReadonlyMap<Step, number>>();
  if (realCpu['postgres'] !== undefined)
    byProcess.set('postgres', new Map([[outsideJavaScript, realCpu['postgres']]]));
  for (const file of readdirSync(folder)) {
    // CPU.<date>.<time>.<pid>.<thread>.<number>.cpuprofile
    const name = withoutNumber(pids.get(Number(file.split('.')[3])) ?? '');
    const real = realCpu[name];
    if (real === undefined) continue;
    const profile = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as CpuProfile;
    const used = microsecondsByStep(profile, window, moduleOf);
    const all = [...used.values()].reduce((sum, each) => sum + each, 0);
    byProcess.set(name, new Map([...used].map(([step, each]) => [step, (each / all) * real])));
  }
  return byProcess;
}
