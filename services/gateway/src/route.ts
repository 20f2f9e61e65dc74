import type { Static, TObject, TSchema } from 'typebox';
import type { RequestContext } from './clients/services.js';
import type { AuthenticatedApplication } from './http/authenticate-secret-key.js';
import type { AuthenticatedUser } from './http/authenticate-user.js';
import type { ErrorShape } from './http/problem.js';
import type { Documentation } from './openapi/documentation.js';

/** The caller as each kind of authentication identifies them. */
export type Callers = {
  readonly user: AuthenticatedUser;
  readonly 'secret-key': AuthenticatedApplication;
  readonly operator: undefined;
  readonly none: undefined;
};
export type Authentication = keyof Callers;

/** The rate limit that an application's requests count against. */
export type RateClass = 'wallet' | 'management';

export type Call<Caller, Body, Query, Params> = {
  readonly caller: Caller;
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly context: RequestContext;
};

/** One route. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly authentication: Authentication;
  readonly rateClass: RateClass;
  readonly errors: ErrorShape;
  /** The status of success. */
  readonly status: 200 | 201 | 204;
  readonly body?: TSchema;
  readonly query?: TObject;
  readonly params?: TObject;
  readonly answer?: TSchema;
  readonly handle: (call: Call<never, never, never, never>) => Promise<unknown>;
  /** Absent if the reference leaves the route out. */
  readonly documentation?: Documentation;
  /** Headers of the answer. */
  readonly headers?: (answer: never) => Readonly<Record<string, string>>;
};

type TypedRoute<
  Who extends Authentication,
  Body extends TSchema,
  Query extends TObject,
  Params extends TObject,
  Result,
> = Omit<Route, 'authentication' | 'body' | 'query' | 'params' | 'handle' | 'headers'> & {
  readonly authentication: Who;
  readonly body?: Body;
  readonly query?: Query;
  readonly params?: Params;
  readonly handle: (call: Call<Callers[Who], Static<Body>, Static<Query>, Static<Params>>) => Promise<Result>;
  readonly headers?: (answer: Result) => Readonly<Record<string, string>>;
};

/** Types a route by its schemas, so that its handler gets what they describe. */
export function route<
  Who extends Authentication,
  Body extends TSchema,
  Query extends TObject,
  Params extends TObject,
  Result,
>(row: TypedRoute<Who, Body, Query, Params, Result>): Route {
  return row;
}
