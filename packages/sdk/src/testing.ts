import type { Operations } from './generated/operations.js';
import { errors } from './generated/testing.js';
import type { Application } from './testing/credentials.js';
import type { StepUp } from './testing/plan.js';
import { Refusal } from './testing/refusal.js';
import { createAnswering, type TestRequest } from './testing/server.js';
import type { State } from './testing/state.js';
import { unsignedToken } from './testing/token.js';

export type { TestRequest } from './testing/server.js';
export type { StepUp } from './testing/plan.js';

export type TestServerOptions = {
  /** Milliseconds since 1970. `Date.now` by default. A test that moves it makes tokens expire. */
  readonly now?: () => number;
  /** Awaited before each request is answered, so that a test can make answers late. */
  readonly onRequest?: (request: TestRequest) => void | Promise<void>;
};

export type Denial = {
  readonly policy_id?: string;
  readonly policy_name?: string;
  readonly rule?: string;
  readonly reason?: string;
};

/** How many of the next requests: 1 by default. */
export type Times = { readonly times?: number };

export type TestServer = Application & {
  /** For the option `url` of the clients. Nothing listens there. */
  readonly url: string;
  /** For the option `fetch` of the clients. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** All requests so far, oldest first. */
  readonly requests: readonly TestRequest[];
  /** A token of a user. `expiresInSeconds` is 240 by default: Core takes at most 300. -10: it has expired. */
  readonly token: (user?: {
    readonly subject?: string;
    readonly claims?: Readonly<Record<string, unknown>>;
    readonly expiresInSeconds?: number;
  }) => string;
  /** The next requests of the operation fail, before anything is done. `code` as in the reference. */
  readonly failNext: <Id extends keyof Operations>(
    operation: Id,
    code: Operations[Id]['code'],
    options?: Times & {
      readonly retryAfterSeconds?: number;
      readonly details?: Readonly<Record<string, unknown>>;
    },
  ) => void;
  /** The next requests of the operation are done, but the connection breaks before the answer. */
  readonly loseNext: (operation: keyof Operations, options?: Times) => void;
  /** The next signatures are denied by a policy. */
  readonly denyNext: (denial?: Denial & Times) => void;
  /** The next signatures are allowed, although there are policies, which the test server cannot evaluate. */
  readonly allowNext: (options?: Times) => void;
  /** From now on signatures need a token that meets the challenge. Undefined: no longer. */
  readonly requireStepUp: (challenge: StepUp | undefined) => void;
};

const application: Application = {
  apiKey: 'pk_test',
  secretKey: 'sk_test',
  providerId: '00000000-0000-7000-8000-000000000000',
  issuer: 'https://login.test',
  audience: 'test',
};
const url = 'http://wallet-service.test';

/**
 * The wallet service in memory, with one application, for your own tests. Wallets, access keys, idempotent retries and
 * errors are those of the service, and signatures are real. The same calls in the same order give the same addresses.
 * Tokens are read as the service reads them, with a tolerance of 10 s.
 *
 * What it does not do, it refuses with status 501 and the code `testing.unsupported`: evaluating policies and spending
 * windows (say the outcome with `allowNext` and `denyNext`), receipts, attestation, export and import, recovery of
 * access keys, transactions as objects, typed data other than version 4, and all operations that are not about wallets,
 * wallet groups, users and policies.
 *
 * It takes some requests that the service refuses: tokens with a wrong signature, requests beyond the limits of rate
 * and size, origins that are not allowed, JSON with a name given twice or a number that is not exact, headers and
 * parameters given twice, and policies that break a rule of their chain although their form is right. And of two
 * signatures at once with one Idempotency-Key it may answer both, where the service refuses one while the other runs.
 *
 * ETH wallets need the package `viem`, BTC wallets `viem` and `@scure/btc-signer`, SOL wallets nothing.
 */
export function createTestServer({ now = () => Date.now(), onRequest }: TestServerOptions = {}): TestServer {
  const requests: TestRequest[] = [];
  const state = emptyState(() => Math.floor(now() / 1000));
  const { plan, nextId } = state;
  const note = async (record: TestRequest): Promise<void> => {
    requests.push(record);
    await onRequest?.(record);
  };
  const answer = createAnswering(state, note);

  return {
    ...application,
    url,
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      return untilAborted(() => answer(request, text), init?.signal ?? request.signal);
    },
    token: ({ subject = 'user-1', claims = {}, expiresInSeconds = 240 } = {}) => {
      const { issuer: iss, audience: aud } = application;
      const iat = state.now();
      return unsignedToken({ iss, aud, sub: subject, iat, exp: iat + expiresInSeconds, ...claims });
    },
    failNext: (operation, code, { times = 1, ...facts } = {}) => {
      if (!Object.hasOwn(errors, code)) throw new TypeError(`the API has no error ${code}`);
      plan.failures.push({ for: operation, what: new Refusal(code, facts), times });
    },
    loseNext: (operation, { times = 1 } = {}) => {
      plan.losses.push({ for: operation, what: true, times });
    },
    denyNext: ({ times = 1, ...denial } = {}) => {
      const details = { ...anyDenial, policy_id: nextId(), decision_id: nextId(), ...denial };
      plan.decisions.push({ for: 'signature', what: new Refusal('policy.denied', { details }), times });
    },
    allowNext: ({ times = 1 } = {}) => {
      plan.decisions.push({ for: 'signature', what: 'allow', times });
    },
    requireStepUp: (challenge) => {
      plan.stepUp = challenge;
    },
  };
}

const anyDenial = { policy_name: 'a policy of the test', rule: 'a rule of the test', reason: 'rule' };

function emptyState(now: () => number): State {
  let ids = 0;
  let traces = 0;
  return {
    ...{ application, now },
    nextId: () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
    nextTraceId: () => String((traces += 1)).padStart(32, '0'),
    plan: { failures: [], losses: [], decisions: [], stepUp: undefined },
    ...{ wallets: [], groups: [], policies: new Map(), answers: new Map() },
  };
}

/** As `fetch`: rejects with the reason of the signal, and begins nothing when it is too late. */
async function untilAborted<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
