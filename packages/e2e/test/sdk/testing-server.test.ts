import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { createConformance, operationsOf, type OpenApi, type OperationAt } from '../contract/open-api.js';
import { codeOf } from '../http/customer.js';
import { sharedStack } from '../stacks.js';
import { faultOf } from './testing-signatures.js';
import { begin, steps, type Step } from './testing-steps.js';
import { send, theService, theTestServer, type Answer, type World } from './testing-worlds.js';

// The test server of the SDK against the service: the same generated requests get the same answers. What a step stands
// for is different on both sides (keys, ids), what it means is not.

// One that is known to be judged: the independent verifier of BIP-322 cannot read some proofs. `SEED=…` for another.
const seed = Number(process.env['SEED'] ?? 5);
const sequence = [...begin, ...fc.sample(steps, { seed, numRuns: 250 })];

let operations: ReadonlyMap<string, OperationAt>;
let conformance: ReturnType<typeof createConformance>;
let service: World;
const testServer = theTestServer();

beforeAll(async () => {
  const stack = await sharedStack('testing server');
  service = theService(stack);
  const document = (await requestJson(`${stack.expressUrl}/openapi.json`)).body as OpenApi;
  operations = new Map(operationsOf(document).map((at) => [at.operation.operationId, at]));
  conformance = createConformance(document);
});

type Facts = { readonly errors?: readonly { readonly path: string }[]; readonly reason?: unknown };

/** The facts about an error, in the form of its interface. */
function factsOf(body: unknown): Facts {
  const { error, ...facts } = (body ?? {}) as Facts & { readonly error?: { readonly details?: Facts } };
  return error?.details ?? facts;
}

/** What must be the same. Of a list the number of its items. */
function meaningOf({ status, headers, body }: Answer) {
  const { data = body, next } = (body ?? {}) as Record<string, unknown>;
  const { errors: fields = [], reason } = factsOf(body);
  return {
    status,
    outcome: codeOf({ status, body }),
    fields: [...new Set(fields.map(({ path }) => path))].sort(),
    reason,
    members: status < 300 ? Object.keys(data ?? {}).sort() : undefined,
    isLast: next === null,
    type: headers.get('content-type'),
    challenge: headers.get('www-authenticate')?.replace(/error_description=".*"/, ''),
    etag: headers.get('etag'),
    retryAfter: headers.get('retry-after') !== null,
  };
}

/** What of the test server's answer differs from the service's, or from the reference. */
function differencesOf(step: Step, at: OperationAt, real: Answer, tested: Answer): readonly unknown[] {
  const expected: Readonly<Record<string, unknown>> = meaningOf(real);
  const differences = Object.entries(meaningOf(tested))
    .filter(([name, value]) => !isDeepStrictEqual(value, expected[name]))
    .map(([name, value]) => ({ [name]: value, instead: expected[name] }));
  const faults = [
    conformance.ofAnswer(at, tested),
    faultOf(testServer, step, tested),
    faultOf(service, step, real),
  ].filter((fault) => fault !== undefined);
  return [...differences, ...faults];
}

it(`answers as the service does (SEED=${seed})`, async () => {
  const wrong: unknown[] = [];
  const outcomes = new Set<string>();
  for (const [index, step] of sequence.entries()) {
    const at = operations.get(step.operation);
    if (!at) throw new Error(`the document has no operation ${step.operation}`);
    const [real, tested] = [await send(service, at, step), await send(testServer, at, step)];
    const differences = differencesOf(step, at, real, tested);
    if (differences.length > 0)
      wrong.push({ index, step, differences, real: real.body, tested: tested.body });
    outcomes.add(`${step.operation} ${codeOf(real)}`);
  }
  expect(wrong).toEqual([]);
  // Enough of them were answered, and not only refused.
  expect([...outcomes].filter((outcome) => outcome.endsWith(' ok')).length).toBeGreaterThan(12);
  expect(outcomes.size).toBeGreaterThan(40);
});
