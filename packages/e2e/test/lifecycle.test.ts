import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { demoCustomer, newCustomer } from './http/customer.js';
import { recover, rotate, rotateTwice, setRecovery } from './lifecycle/access-key-steps.js';
import { changePolicy, rotateSecretKey } from './lifecycle/application-steps.js';
import { pregenerate, signIn, signInAs } from './lifecycle/claim-steps.js';
import { create, importKey, misuseKey, networks, replay } from './lifecycle/create-steps.js';
import { expressWalletsAreApart, nobodyElseSigns, ownersSign } from './lifecycle/invariant.js';
import { newModel, users, type Model } from './lifecycle/model.js';
import type { Real } from './lifecycle/real.js';
import type { Step } from './lifecycle/step.js';
import { exportExpressKey, exportKey, sign } from './lifecycle/use-steps.js';
import { sharedStack, type SharedStack } from './stacks.js';

// No sequence of requests over HTTP may leave a wallet that its owner cannot use, or that somebody else can. Every
// process is real.

const runs = Number(process.env['LIFECYCLE_RUNS'] ?? 15);
const longest = 30;

let stack: SharedStack;
let applications: Real['applications'];
const seen = new Set<string>();

beforeAll(async () => {
  stack = await sharedStack('lifecycle');
  applications = [demoCustomer(stack.stack), await newCustomer(stack.stack, 'the other one')];
});

const application = fc.constantFrom(0 as const, 1 as const);
const user = fc.constantFrom(...users);
const index = fc.nat(20);
const networkOrEvm = fc.constantFrom('EVM', ...networks);

const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(application, user, networkOrEvm).map((given) => create(...given)),
  index.map(replay),
  fc.tuple(index, user).map((given) => misuseKey(...given)),
  fc.tuple(application, user, user).map((given) => importKey(...given)),
  fc.tuple(index, application, user).map((given) => sign(...given)),
  fc.tuple(index, user, fc.boolean()).map((given) => rotate(...given)),
  index.map(rotateTwice),
  fc.tuple(index, user).map((given) => recover(...given)),
  fc.tuple(application, fc.boolean()).map((given) => setRecovery(...given)),
  fc.tuple(index, user).map((given) => exportKey(...given)),
  index.map(exportExpressKey),
  fc.tuple(application, user).map((given) => pregenerate(...given)),
  fc.tuple(application, user).map((given) => signIn(...given)),
  fc.tuple(application, user, user, fc.boolean()).map((given) => signInAs(...given)),
  application.map(changePolicy),
  application.map(rotateSecretKey),
];

/** Every possible outcome of a step, once. */
const tour: readonly Step[] = [
  ...networks.map((network) => create(0, 'alice', network)),
  create(1, 'bob', 'EVM'),
  ...[replay(0), misuseKey(0, 'bob'), misuseKey(0, 'alice')],
  ...[sign(0, 0, 'alice'), sign(0, 1, 'alice'), sign(0, 0, 'carol')],
  ...[rotate(0, 'bob', false), rotate(0, 'alice', true), rotate(0, 'alice', false), rotateTwice(1)],
  ...[replay(0), recover(0, 'alice'), recover(0, 'carol')],
  ...[setRecovery(0, false), recover(0, 'alice'), create(0, 'carol', 'EVM'), setRecovery(0, true)],
  ...[recover(4, 'carol'), rotate(4, 'carol', false)],
  ...[importKey(0, 'bob', 'alice'), importKey(0, 'bob', 'bob')],
  ...[pregenerate(0, 'alice'), signInAs(0, 'bob', 'alice', false), signIn(0, 'alice')],
  ...[pregenerate(0, 'alice'), signInAs(0, 'carol', 'alice', true), signIn(0, 'alice')],
  ...[signIn(1, 'bob'), pregenerate(1, 'bob'), signIn(1, 'bob')],
  // The last one of the list is the wallet that was claimed in addition to another one.
  ...[sign(7, 1, 'bob'), exportKey(7, 'bob'), rotate(7, 'bob', false), recover(7, 'bob'), rotateTwice(7)],
  ...[exportKey(0, 'alice'), exportKey(0, 'bob'), exportExpressKey(0)],
  ...[changePolicy(0), sign(0, 0, 'alice'), exportKey(1, 'alice'), exportExpressKey(0)],
  ...[changePolicy(0), sign(0, 0, 'alice'), rotateSecretKey(1), replay(3), sign(3, 1, 'bob')],
];

/** So that every step has something to begin with. */
const first: readonly Step[] = [create(0, 'alice', 'EVM'), create(1, 'bob', 'EVM'), signIn(0, 'alice')];

/** A separate round for everybody, in applications as they were at first. */
async function fresh(): Promise<{ model: Model; real: Real }> {
  for (const each of applications) {
    const settings = { access_key_recovery: true, policy_evaluation_enabled: true };
    await each.succeed('PATCH', '/v1/application', settings);
    for (const { id } of await each.succeed<{ id: string }[]>('GET', '/v1/policy'))
      await each.succeed('DELETE', `/v1/policy/${id}`);
  }
  return {
    model: newModel(),
    real: { applications, round: randomUUID(), tokens: new Map(), seen, proven: new Set() },
  };
}

/** How often each step was taken. */
const taken = new Map<string, number>();

async function follow(sequence: Iterable<Step>): Promise<void> {
  const { model, real } = await fresh();
  const labels: string[] = [];
  const named = [...sequence].map((one): Step => ({
    check: (known) => one.check(known),
    toString: () => one.toString(),
    run: async (known, used) => {
      labels.push(one.toString());
      await one.run(known, used);
      const kind = kindOf(one);
      taken.set(kind, (taken.get(kind) ?? 0) + 1);
    },
  }));
  try {
    await fc.asyncModelRun(() => ({ model, real }), named);
    await ownersSign(model, real, model.wallets, [...model.express]);
    for (const wallet of model.wallets) await nobodyElseSigns(model, real, wallet);
    await expressWalletsAreApart(model, real);
  } catch (cause) {
    throw new Error(`it does not hold after ${labels.join(', ')}`, { cause });
  }
}

const kindOf = (one: Step): string => /^\w+/.exec(one.toString())?.[0] ?? '';

it('holds after each step of a sequence that brings every step to every possible outcome', async () => {
  await follow(tour);
  expect([...seen].toSorted()).toMatchInlineSnapshot(`
   [
     "changePolicy: allowed",
     "changePolicy: denied",
     "create: BTC_MAINNET",
     "create: EVM",
     "create: SOL_MAINNET",
     "exportExpressKey: ok",
     "exportExpressKey: policy.denied",
     "exportKey: POLICY_DENIED",
     "exportKey: WALLET_OWNER_MISMATCH",
     "exportKey: ok",
     "importKey: not by a thief",
     "importKey: once",
     "misuseKey: refused",
     "pregenerate: again",
     "pregenerate: new",
     "recover: INVALID_REQUEST_FIELDS",
     "recover: WALLET_NOT_RECOVERABLE",
     "recover: WALLET_OWNER_MISMATCH",
     "recover: WALLET_RECOVERY_DISABLED",
     "recover: done",
     "replay: REQUEST_IDEMPOTENCY_ANSWER_OUTDATED",
     "replay: REQUEST_IDEMPOTENCY_ANSWER_SEALED",
     "replay: ok",
     "rotate: INVALID_ACCESS_KEY",
     "rotate: INVALID_REQUEST_FIELDS",
     "rotate: WALLET_OWNER_MISMATCH",
     "rotate: done",
     "rotateSecretKey: done",
     "rotateTwice: INVALID_REQUEST_FIELDS,INVALID_REQUEST_FIELDS",
     "rotateTwice: one won",
     "setRecovery: false",
     "setRecovery: true",
     "sign: POLICY_DENIED",
     "sign: WALLET_NOT_FOUND",
     "sign: WALLET_OWNER_MISMATCH",
     "sign: ok",
     "signIn: again",
     "signIn: claimed as the Express wallet",
     "signIn: claimed beside another wallet",
     "signIn: new",
     "signInAs: second user",
     "signInAs: unverified",
   ]
  `);
});

it('holds after each step of any sequence', async () => {
  taken.clear();
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: longest, size: 'max' }), (sequence) =>
      follow([...first, ...(sequence as Iterable<Step>)]),
    ),
    { numRuns: runs, endOnFailure: true },
  );
  expect([...taken.keys()].toSorted()).toEqual([...new Set(tour.map(kindOf))].toSorted());
});
