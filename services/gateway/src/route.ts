import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify';
import type { Scope } from '@wallet-service/grants';
import type { TObject, TSchema } from 'typebox';
import type { RequestContext } from './clients/services.js';
import type { AuthenticatedApplication } from './http/authenticate-secret-key.js';
import type { AuthenticatedUser } from './http/authenticate-user.js';
import type { InnerAnswer, InnerCaller, InnerRequest } from './http/inner-requests.js';
import type { ErrorShape } from './http/problem.js';
import type { Documentation } from './openapi/documentation.js';

/** The caller as each kind of authentication identifies them. */
export type Callers = {
  readonly user: AuthenticatedUser;
  readonly 'secret-key': AuthenticatedApplication;
  readonly operator: undefined;
  readonly session: undefined;
  readonly none: undefined;
};
export type Authentication = keyof Callers;

/** The rate limit that an application's requests count against. `sign-in`: one of each address. */
export type RateClass = 'wallet' | 'management' | 'sign-in';

/** The schemas of a route, as Fastify takes them. */
export type Schemas = {
  readonly body?: unknown;
  readonly querystring?: unknown;
  readonly params?: unknown;
  readonly response?: unknown;
};

/** A request as the type provider reads it from the schemas. */
type TypedRequest<Of extends Schemas> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  Of,
  TypeBoxTypeProvider
>;

/** What a handler gets. */
export type Call<Who extends Authentication, Of extends Schemas> = Readonly<
  Pick<TypedRequest<Of>, 'body' | 'query' | 'params' | 'headers'>
> & {
  readonly caller: Callers[Who];
  readonly context: RequestContext;
  /** Sends a request to a route of the gateway itself. */
  readonly sendWithin: (as: InnerCaller, request: InnerRequest) => Promise<InnerAnswer>;
};

/** What a handler answers, as the type provider reads it from the schemas. */
type Answer<Of extends Schemas> = Parameters<
  FastifyReply<
    RouteGenericInterface,
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    unknown,
    Of,
    TypeBoxTypeProvider
  >['send']
>[0];

/** One route. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly authentication: Authentication;
  /** What a secret key with limits must have. */
  readonly scope?: Scope;
  readonly rateClass: RateClass;
  readonly errors: ErrorShape;
  /** Any web page may read the answer, because it is the same for everybody. */
  readonly publicToBrowsers?: true;
  /** The status of success. */
  readonly status: 200 | 201 | 204;
  readonly body?: TSchema;
  readonly query?: TObject;
  readonly params?: TObject;
  readonly answer?: TSchema;
  readonly handle: (call: never) => Promise<unknown>;
  /** Absent if the reference leaves the route out. */
  readonly documentation?: Documentation;
  /** Headers of the answer. */
  readonly headers?: (answer: never) => Readonly<Record<string, string>>;
};

type SchemasOf<Body, Query, Params, Result> = {
  readonly body: Body;
  readonly querystring: Query;
  readonly params: Params;
  readonly response: { readonly 200: Result };
};

type TypedRoute<
  Who extends Authentication,
  Body extends TSchema,
  Query extends TObject,
  Params extends TObject,
  Result extends TSchema,
  Given,
  Of extends Schemas = SchemasOf<Body, Query, Params, Result>,
> = Omit<
  Route,
  'authentication' | 'scope' | 'body' | 'query' | 'params' | 'answer' | 'handle' | 'headers'
> & {
  readonly authentication: Who;
  readonly body?: Body;
  readonly query?: Query;
  readonly params?: Params;
  readonly answer?: Result;
  readonly handle: (call: Call<Who, Of>) => Promise<Given>;
  readonly headers?: (answer: Given) => Readonly<Record<string, string>>;
};

/** Routes for secret keys have exactly one scope, and others none. */
type ScopeOf<Who extends Authentication> = Who extends 'secret-key'
  ? { readonly scope: Scope }
  : { readonly scope?: never };

/** Types a route by its schemas, so that its handler takes and answers what they describe. */
export function route<
  Who extends Authentication,
  Body extends TSchema,
  Query extends TObject,
  Params extends TObject,
  Result extends TSchema,
  Given extends Answer<SchemasOf<Body, Query, Params, Result>>,
>(row: TypedRoute<Who, Body, Query, Params, Result, Given> & ScopeOf<Who>): Route {
  return row;
}
