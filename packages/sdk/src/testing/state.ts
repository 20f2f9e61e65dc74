import type { TestedOperation } from '../generated/testing.js';
import type { Policy } from '../generated/schemas.js';
import type { Chain } from '../wallets.js';
import type { Application, User } from './credentials.js';
import type { Plan } from './plan.js';
import type { EthereumKey, TestKey } from './test-key.js';

export type Owner = { readonly issuer: string; readonly subject: string };

export type TestWallet = {
  readonly id: string;
  readonly interface: 'express' | 'core';
  readonly chain: Chain;
  readonly network: string;
  readonly owner: Owner;
  readonly groupId: string | null;
  readonly resourceId: string | undefined;
  readonly key: TestKey | EthereumKey;
  /** Unix seconds. */
  readonly createdAt: number;
  rotatedAt: number | null;
  accessKey: string;
};

export type TestGroup = {
  readonly id: string;
  readonly resourceId: string | undefined;
  readonly createdAt: number;
};

export type TestPolicy = { readonly policy: Policy; readonly revision: number };

/** Everything that the test server remembers. */
export type State = {
  readonly application: Application;
  /** Unix seconds. */
  readonly now: () => number;
  /** A UUID. The same order of calls gives the same ids. */
  readonly nextId: () => string;
  readonly nextTraceId: () => string;
  readonly plan: Plan;
  readonly wallets: TestWallet[];
  readonly groups: TestGroup[];
  readonly policies: Map<string, TestPolicy>;
  /** By Idempotency-Key. */
  readonly answers: Map<string, Kept>;
};

export type Answer = {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which wallet an answer that may be kept is about. */
  readonly wallet?: TestWallet;
};

/** A request with an Idempotency-Key. */
export type Kept = {
  readonly asked: string;
  /** Unix seconds. */
  readonly expires: number;
  /** Undefined while the request is running. `accessKey`: of the wallet at that time. */
  done: { readonly answer: Answer; readonly accessKey: string | undefined } | undefined;
};

/** A request whose form and credentials are right. */
export type Received<Body = unknown> = {
  readonly id: TestedOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: Body;
  readonly user: User | undefined;
};

export type Handler = (state: State, received: Received) => Answer | Promise<Answer>;
