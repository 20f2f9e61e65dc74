import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDrivenSigner } from '@wallet-service/enclave-signer/bench/drive';
import { certificateFiles, readCertificate } from '@wallet-service/local-certificates';
import { connections, prepareArms, type Arms, type SigningRound, type Subjects } from './arms.js';
import { isNativeHere, type BaselineCurve } from './baseline-curve.js';
import { startBaselineProcess } from './baseline-process.js';
import { figureOf } from './figures.js';
import { measureHops } from './hop.js';
import { measureIdle, type IdleWindow } from './idle.js';
import { inRounds } from './rounds.js';
import type { SigningResult } from './signing-report.js';
import { startBenchStack } from './stacks.js';
import { measureTimeline } from './timeline/timeline.js';

// V8 frees in steps what the start left, and Postgres analyzes the new tables once. Neither comes again.
const settleSeconds = 150;
// So long that what happens once in 60 or 100 seconds, such as the renewal of a stream, is in each of them.
const idleWindows = 2;
const idleSeconds = 100;
// Gateways and services count an application as active for a second, and give others a share meanwhile.
const pauseMs = 1_500;
// V8 compiles what ran some thousand times.
const warmUpSeconds = 6;
const hopSeconds = 3;

export type SigningOptions = {
  readonly rounds: number;
  /** Of each measurement in a round. */
  readonly seconds: number;
  /** Ends it before its next step. */
  readonly signal: AbortSignal;
};
type Announce = (line: string) => void;

/** The whole signing path on fresh stacks, and the baseline, in turn. Takes some minutes. */
export async function measureSigning(options: SigningOptions, announce: Announce): Promise<SigningResult> {
  const { rounds, idle, hops } = await measureStacks(options, announce);
  options.signal.throwIfAborted();
  announce('one more stack, which records where the time goes');
  const timeline = await measureTimeline(options.seconds * 2, connections, mediansOf(rounds));
  return { rounds, idle, hops, timeline };
}

async function measureStacks(
  { rounds, seconds, signal }: SigningOptions,
  announce: Announce,
): Promise<Omit<SigningResult, 'timeline'>> {
  const undo: (() => Promise<void>)[] = [];
  const begin = async <Started extends Record<End, () => Promise<void>>, End extends string>(
    what: string,
    end: End,
    starting: () => Promise<Started>,
  ): Promise<Started> => {
    signal.throwIfAborted();
    announce(`starting ${what}`);
    const started = await starting();
    undo.push(() => started[end]());
    return started;
  };
  try {
    const stack = (what: string, variables?: Record<string, string>) =>
      begin(what, 'stop', () => startBenchStack(variables));
    const first = await stack('a stack');
    announce(`idle, for ${settleSeconds + idleWindows * idleSeconds} seconds`);
    await sleep(settleSeconds * 1000, undefined, { signal });
    const idle: readonly IdleWindow[] = await measureIdle(first.meters, idleWindows, idleSeconds, signal);
    const second = await stack('another one');
    const doubled = await stack('one with two signers and two wallet services', {
      SIGNER_REPLICAS: '2',
      WALLET_REPLICAS: '2',
    });
    const baselineOf = (curve: BaselineCurve) =>
      begin(`the baseline, ${curve}`, 'close', () => startBaselineProcess(first.stack, first.dataDir, curve));
    const hasNative = await isNativeHere();
    if (!hasNative) announce('no figures of a native curve: npm has none for this machine');
    const subjects: Subjects = {
      first,
      second,
      doubled,
      baseline: await baselineOf('wasm'),
      native: hasNative ? await baselineOf('native') : undefined,
      driven: await begin('a signer alone', 'stop', startDrivenSigner),
    };
    signal.throwIfAborted();
    announce('making wallets and tokens');
    const arms = await prepareArms(subjects, rounds + 1);
    announce(`warming up, ${connections} requests in flight`);
    const round = { seconds: warmUpSeconds, pauseMs, signal, rounds: 1, onRound: () => undefined };
    await inRounds<Arms>(arms, round);
    const measured = await inRounds<Arms>(arms, {
      ...{ rounds, seconds, pauseMs, signal },
      onRound: (number, { first: stack1, second: stack2, baseline }) => {
        const ratios = [stack1, stack2].map(({ perSecond }) => (perSecond / baseline.perSecond).toFixed(2));
        announce(`round ${number} of ${rounds}: ${ratios.join(' and ')} of the baseline's throughput`);
      },
    });
    announce('hops');
    const tls = readCertificate(certificateFiles(path.join(first.dataDir, 'tls')).gateway);
    return { rounds: measured, idle, hops: await measureHops(subjects.baseline.hopSocket, tls, hopSeconds) };
  } finally {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  }
}

/** Microseconds of CPU for each signature under load, by process. */
function mediansOf(rounds: readonly SigningRound[]): Readonly<Record<string, number>> {
  const all = rounds.flatMap(({ first, second }) => [first.cpu, second.cpu]);
  const names = [...new Set(all.flatMap((cpu) => Object.keys(cpu)))];
  return Object.fromEntries(names.map((name) => [name, figureOf(all.map((cpu) => cpu[name] ?? 0)).median]));
}
