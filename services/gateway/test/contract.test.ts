import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  application,
  gatewayUnderTest,
  honestAnswers,
  operatorKey,
  provider,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import type { Received } from './http-request.js';

// The document's examples, and bodies that differ slightly from them, against fakes. The contract test of the local
// stack compares the document with the real processes.

type Parameter = { name: string; in: string; required: boolean; example?: string };
type Content = Record<string, { schema: object; example?: unknown }>;
type Operation = {
  operationId: string;
  'x-scope'?: string;
  security: Record<string, []>[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: object };
type Request = { method: string; url: string; headers: Record<string, string>; payload?: unknown };

let gateway: GatewayUnderTest;
let document: Document;
let token: string;
let ajv: Ajv2020;
beforeAll(async () => {
  const { AuthenticateUser } = honestAnswers;
  gateway = await gatewayUnderTest({
    answers: {
      // The examples name a provider that the fakes do not know.
      AuthenticateUser: (request) => AuthenticateUser?.({ ...request, providerId: provider.id }),
      GetProvider: () => provider,
      AuthenticateSession: () => ({
        ...{ revision: '1', unchanged: false, application, providers: [provider], grants: null },
        ...{ scopes: ['read', 'approvals'], afterStepUp: [], afterApproval: [] },
      }),
      // And another issuer.
      AuthenticateSecretKey: () => ({
        revision: '3',
        unchanged: false,
        application,
        secretKeyId: 'key-1',
        scopes: [],
        afterApproval: [],
        providers: [provider, { ...provider, id: 'provider-2', issuer: 'https://login.example.com' }],
      }),
    },
  });
  const served = await gateway.send({ method: 'GET', url: '/openapi.json' });
  document = served.json() as Document;
  token = await userToken();
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });
});

const operations = (): { method: string; path: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

/** A request with everything that the document shows as an example. */
function exampleRequest(method: string, path: string, operation: Operation): Request {
  const { parameters = [], requestBody } = operation;
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const url = named('path').reduce(
    (filled, { name, example = '' }) => filled.replace(`{${name}}`, example),
    path,
  );
  const query = named('query').flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, example] as const],
  );
  const headers = Object.fromEntries(
    named('header').map(({ name, example = '' }) => [name.toLowerCase(), example]),
  );
  const payload = requestBody?.content['application/json']?.example;
  return {
    method: method.toUpperCase(),
    url: query.length === 0 ? url : `${url}?${new URLSearchParams(Object.fromEntries(query)).toString()}`,
    headers: { ...credentials(operation), ...headers },
    ...(payload !== undefined && { payload: withTokens(payload) }),
  };
}

function credentials({ security, 'x-scope': scope }: Operation): Record<string, string> {
  // Only people decide.
  if (scope === 'approvals')
    return {
      'x-service-session': 'ses_any',
      'x-service-application-id': '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
      'content-type': 'application/json',
    };
  // A session takes the place of a key, so it is not sent with one.
  if (security.some((one) => Object.hasOwn(one, 'Session')))
    return { 'x-service-session': 'ses_any', 'content-type': 'application/json' };
  return { ...userHeaders(token), 'x-service-secret-key': secretKey, 'x-service-operator-key': operatorKey };
}

/** The tokens of the examples are not real. */
function withTokens(payload: unknown): unknown {
  return JSON.parse(JSON.stringify(payload), (name, value: unknown) =>
    name === 'auth_jwt' || name === 'op_jwt' ? token : value,
  );
}

const pointer = (...names: string[]): string =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** What is wrong with an answer, compared with what the document says about its status. */
function misfit(
  { status, headers, body }: Received,
  path: string,
  method: string,
  operation: Operation,
): unknown {
  const response = operation.responses[String(status)];
  if (!response) return `status ${status} is not documented: ${body}`;
  if (!response.content) return body === '' ? undefined : 'a body, but none is documented';
  const mediaType = headers['content-type']?.split(';')[0] ?? '';
  if (!response.content[mediaType]) return `media type ${mediaType} is not documented`;
  const at = pointer('paths', path, method, 'responses', String(status), 'content', mediaType, 'schema');
  const validate = ajv.getSchema(`document#${at}`) as ValidateFunction | undefined;
  if (!validate) return `no schema at ${at}`;
  return validate(JSON.parse(body)) ? undefined : { body, errors: validate.errors };
}

const clean = (found: readonly (readonly [string, unknown])[]) =>
  found.filter(([, problem]) => problem !== undefined);

describe('every documented operation', () => {
  it('answers its example with success, as documented', async () => {
    const found = [];
    for (const { method, path, operation } of operations()) {
      const answer = await gateway.send(exampleRequest(method, path, operation));
      const problem = answer.status < 300 ? misfit(answer, path, method, operation) : answer.body;
      found.push([operation.operationId, problem] as const);
    }
    expect(clean(found)).toEqual([]);
    expect(found.length).toBeGreaterThan(30);
  });

  it('has an example of its answer, and of its body if it has one', () => {
    const found = operations().map(({ operation: { operationId, requestBody, responses } }) => {
      const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      const lacksAnswer = answer?.content && answer.content['application/json']?.example === undefined;
      const problem = !answer || lacksAnswer ? 'no example of the answer' : undefined;
      const { example } = requestBody?.content['application/json'] ?? {};
      return [
        operationId,
        requestBody && example === undefined ? 'no example of the body' : problem,
      ] as const;
    });
    expect(clean(found)).toEqual([]);
  });

  it('refuses a missing body, an unknown field and a missing field, as documented', async () => {
    const found = [];
    for (const { method, path, operation } of operations()) {
      const request = exampleRequest(method, path, operation);
      const { payload } = request;
      if (typeof payload !== 'object' || payload === null) continue;
      const names = Object.keys(payload);
      const worse = [{ ...payload, surprise: 1 }, '{', '[]', ...names.map((name) => without(payload, name))];
      for (const [index, other] of worse.entries()) {
        const answer = await gateway.send({ ...request, payload: other });
        const refused = index > 2 || (answer.status >= 400 && answer.status < 500);
        found.push([
          operation.operationId,
          refused ? misfit(answer, path, method, operation) : answer.status,
        ] as const);
      }
    }
    expect(clean(found)).toEqual([]);
  });
});

function without(payload: object, name: string): object {
  return Object.fromEntries(Object.entries(payload).filter(([other]) => other !== name));
}
