import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Header = { readonly required?: boolean; readonly schema: Schema } | { readonly $ref: string };
type Parameter = { readonly name: string; readonly in: string; readonly required: boolean };

export type Operation = {
  readonly operationId: string;
  /** Which scope a limited secret key needs. */
  readonly 'x-scope'?: string;
  readonly security: readonly Readonly<Record<string, readonly []>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, Header>>; readonly content?: Content }>
  >;
};
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
};
export type OperationAt = { readonly method: string; readonly path: string; readonly operation: Operation };
export type Received = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export function operationsOf({ paths }: OpenApi): OperationAt[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** What is wrong with requests and answers, compared with the document. Undefined when nothing is. */
export function createConformance(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'document', ...document });

  function misfit(value: unknown, ...names: string[]): unknown {
    const at = names
      .map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('');
    const validate = ajv.getSchema(`document#${at}`) as ValidateFunction | undefined;
    if (!validate) throw new Error(`the document has no schema at ${at}`);
    return validate(value) ? undefined : { value, errors: validate.errors };
  }

  function ofRequest({ method, path, operation }: OperationAt, body: unknown): unknown {
    if (!operation.requestBody) return body === undefined ? undefined : 'a body is not documented';
    if (body === undefined) return operation.requestBody.required ? 'a body is required' : undefined;
    return misfit(body, 'paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
  }

  function ofHeaders({ method, path, operation }: OperationAt, { status, headers }: Received): unknown {
    const documented = operation.responses[String(status)]?.headers ?? {};
    const wrong = Object.entries(documented).map(([name, header]) => {
      const value = headers.get(name);
      const resolved = resolve(document, header) as { required?: boolean };
      if (value === null) return resolved.required === true ? `the header ${name} is missing` : undefined;
      const place =
        '$ref' in header
          ? header.$ref.split('/').slice(1)
          : ['paths', path, method, 'responses', String(status), 'headers', name];
      return misfit(value, ...place, 'schema');
    });
    const unknown = [...headers.keys()].filter(
      (name) => !ofEveryAnswer.test(name) && !Object.hasOwn(documented, name),
    );
    return [...wrong, ...unknown.map((name) => `the header ${name} is not documented`)].find(Boolean);
  }

  function ofAnswer(at: OperationAt, received: Received): unknown {
    const { status, headers, body } = received;
    const response = at.operation.responses[String(status)];
    if (!response) return `status ${status} is not documented`;
    const wrongHeaders = ofHeaders(at, received);
    if (wrongHeaders !== undefined) return wrongHeaders;
    if (!response.content) return body === undefined ? undefined : 'a body is not documented';
    const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
    if (!response.content[mediaType]) return `media type ${mediaType} is not documented`;
    const place = ['paths', at.path, at.method, 'responses', String(status), 'content', mediaType, 'schema'];
    return misfit(body, ...place);
  }

  return { ofRequest, ofAnswer };
}

/** Headers of HTTP itself, and those that the document's introduction gives to every answer. */
const ofEveryAnswer =
  /^(date|connection|keep-alive|content-(type|length)|transfer-encoding|cache-control|content-security-policy|referrer-policy|strict-transport-security|x-content-type-options|ratelimit(-policy)?|vary|access-control-(allow-origin|expose-headers))$/;

function resolve(document: OpenApi, header: Header): unknown {
  if (!('$ref' in header)) return header;
  let found: unknown = document;
  for (const name of header.$ref.split('/').slice(1)) found = (found as Record<string, unknown>)[name];
  return found;
}
