import type { DrivenSigner } from '@wallet-service/enclave-signer/bench/drive';
import { cpuMs } from '@wallet-service/local-stack';
import { makeApplication } from './applications.js';
import type { BaselineProcess } from './baseline-process.js';
import { kinds, type Kind } from './kinds.js';
import { createLatencyProbe, putUnderLoad, type LoadRequest } from './load.js';
import { underPolicies } from './policies.js';
import { makeUsers, requestOf, requestsOf } from './requests.js';
import type { Arm, Measured } from './rounds.js';
import type { BenchStack } from './stacks.js';

/** Requests in flight, each on a connection of its own. */
export const connections = 64;
const users = 64;
const applications = 20;
const usersOfEach = 4;
// A round of fewer would be too short, and one of more would make tokens for minutes.
const newTokensOfRound = 1500;
// Enough for what one core signs. The CPU counts, not the time.
const drivenPerSecond = 1500;

/** What runs in each round. `_alone`: one request in flight. Without `_alone`: many. */
export type ArmName =
  | 'baseline'
  | 'first'
  | 'second'
  | 'doubled'
  | 'new_tokens'
  | 'policies'
  | 'applications_20'
  | Exclude<keyof typeof kinds, 'message'>
  | 'baseline_alone'
  | 'first_alone'
  | 'second_alone'
  | 'signer';
type NativeArm = 'baseline_native' | 'baseline_native_alone';
export type Arms = Readonly<Record<ArmName, Arm> & Partial<Record<NativeArm, Arm>>>;
export type SigningRound = Readonly<Record<ArmName, Measured> & Partial<Record<NativeArm, Measured>>>;

export type Subjects = {
  /** Two fresh stacks of the same build. */
  readonly first: BenchStack;
  readonly second: BenchStack;
  /** With two signers and two wallet services. */
  readonly doubled: BenchStack;
  readonly baseline: BaselineProcess;
  /** Undefined where npm has no machine code of the curve. */
  readonly native: BaselineProcess | undefined;
  readonly driven: DrivenSigner;
};

export async function prepareArms(subjects: Subjects, rounds: number): Promise<Arms> {
  const { first, second, doubled, baseline, native, driven } = subjects;
  const { tokens, newTokens } = await makeUsers(first.stack, first.dataDir, users);
  const messages = await requestsOf(first.stack, tokens, kinds.message);
  const fresh = (await newTokens(newTokensOfRound * rounds)).map((token) =>
    requestOf(first.stack, token, kinds.message, ''),
  );
  const of = (kind: Kind) => requestsOf(first.stack, tokens, kind);
  const ofSecond = await messagesOf(second, users);
  return {
    baseline: underLoad(baseline, messages),
    first: underLoad(first, messages),
    second: underLoad(second, ofSecond),
    ...(native && { baseline_native: underLoad(native, messages) }),
    new_tokens: {
      run: () => {
        const now = fresh.splice(0, newTokensOfRound);
        return putUnderLoad(first.stack.express_url, now, connections, { requests: now.length });
      },
      runIn: underLoad(first, messages).runIn,
      meters: first.meters,
    },
    policies: underLoad(
      first,
      await messagesOf({ ...first, stack: await underPolicies(first.stack) }, users),
    ),
    applications_20: underLoad(first, await messagesOfApplications(first)),
    doubled: underLoad(doubled, await messagesOf(doubled, users)),
    transaction: underLoad(first, await of(kinds.transaction)),
    typed_data: underLoad(first, await of(kinds.typed_data)),
    sol_transaction: underLoad(first, await of(kinds.sol_transaction)),
    psbt_5_inputs: underLoad(first, await of(kinds.psbt_5_inputs)),
    baseline_alone: alone(baseline, messages),
    first_alone: alone(first, messages),
    second_alone: alone(second, ofSecond),
    ...(native && { baseline_native_alone: alone(native, messages) }),
    signer: {
      run: async (seconds) => {
        const requests = Math.ceil(drivenPerSecond * seconds);
        const perSecond = requests / (await driven.drive(requests));
        return { requests, perSecond, p50Ms: Number.NaN, p99Ms: Number.NaN };
      },
      meters: [{ name: 'signer', read: () => cpuMs(driven.pid) }],
    },
  };
}

type Served = BenchStack | BaselineProcess;

const urlOf = (of: Served) => ('stack' in of ? of.stack.express_url : of.url);
const metersOf = (of: Served) => [
  ...('stack' in of ? of.meters : [{ name: 'baseline', read: () => cpuMs(of.pid) }]),
  { name: 'load generator', read: () => cpuMs(process.pid) },
];

export function underLoad(of: Served, requests: readonly LoadRequest[]): Required<Arm> {
  return {
    run: (seconds) => putUnderLoad(urlOf(of), requests, connections, { seconds }),
    runIn: () => putUnderLoad(urlOf(of), requests, connections, { seconds: 1 }),
    meters: metersOf(of),
  };
}

export function alone(of: Served, requests: readonly LoadRequest[]): Arm {
  const probe = createLatencyProbe(urlOf(of), requests);
  return {
    run: (seconds) => probe.measure(seconds),
    runIn: () => probe.measure(1),
    meters: metersOf(of),
  };
}

/** Requests for signatures of messages, one of each user. Makes their wallets. */
export async function messagesOf(
  { stack, dataDir }: Pick<BenchStack, 'stack' | 'dataDir'>,
  count: number,
): Promise<readonly LoadRequest[]> {
  return requestsOf(stack, (await makeUsers(stack, dataDir, count)).tokens, kinds.message);
}

async function messagesOfApplications(of: BenchStack): Promise<readonly LoadRequest[]> {
  const requests: LoadRequest[] = [];
  for (let number = 0; number < applications; number += 1) {
    const stack = await makeApplication(of.stack, `bench ${number}`);
    requests.push(...(await messagesOf({ ...of, stack }, usersOfEach)));
  }
  return requests;
}
