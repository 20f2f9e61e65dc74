import type { OpenApiDocument } from '../openapi/openapi-document.js';
import type { Json } from '../openapi/schema-references.js';

type Parameter = {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly example?: string | number;
};
type Operation = {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};

/** What a sample sends. A header may contain the name of an environment variable, as `$NAME`. */
type Request = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
};

const credentials: Readonly<Record<string, readonly [string, string]>> = {
  UserToken: ['Authorization', 'Bearer $USER_TOKEN'],
  ApiKey: ['X-Service-API-Key', '$API_KEY'],
  SecretKey: ['X-Service-Secret-Key', '$SECRET_KEY'],
  OperatorKey: ['X-Service-Operator-Key', '$OPERATOR_KEY'],
};
const variableOfHeader: Readonly<Record<string, string>> = { 'X-OIDC-Provider-ID': '$PROVIDER_ID' };

/** The document with a sample for the shell and one in TypeScript beside each operation. */
export function withCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, 'x-codeSamples': samplesOf(requestOf(path, method, operation as Operation)) },
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] };
}

function samplesOf(request: Request): readonly Json[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScript(request) },
  ];
}

function requestOf(path: string, method: string, operation: Operation): Request {
  const required = (operation.parameters ?? []).filter((each) => each.required);
  const ofPlace = (place: Parameter['in']) => required.filter((each) => each.in === place);
  const query = ofPlace('query').map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const body = operation.requestBody?.content['application/json']?.example;
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const example = ofPlace('path').find((each) => each.name === name)?.example;
    return example === undefined ? whole : encodeURIComponent(String(example));
  });
  return {
    method: method.toUpperCase(),
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    headers: [
      ...operation.security
        .flatMap((entry) => Object.keys(entry))
        .flatMap((name) => [credentials[name] ?? []]),
      ...ofPlace('header').map(({ name, example }) => [name, variableOfHeader[name] ?? String(example)]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
    ].filter((header): header is [string, string] => header.length === 2),
    body,
  };
}

function curl({ method, path, headers, body }: Request): string {
  const options = [
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return [`curl -X ${method} "$BASE_URL${path}"`, ...options].join(' \\\n  ');
}

function typeScript({ method, path, headers, body }: Request): string {
  const lines = [
    `method: '${method}',`,
    ...(headers.length > 0
      ? ['headers: {', ...headers.map(([name, value]) => `  '${name}': ${quoted(value)},`), '},']
      : []),
    ...(body === undefined ? [] : `body: JSON.stringify(${JSON.stringify(body, null, 2)}),`.split('\n')),
  ];
  return [
    `const response = await fetch(${quoted(`$BASE_URL${path}`)}, {`,
    ...lines.map((line) => `  ${line}`),
    '});',
    'const answer: unknown = response.status === 204 ? undefined : await response.json();',
    'if (!response.ok) throw new Error(JSON.stringify(answer));',
    'console.log(answer);',
  ].join('\n');
}

/** As a literal of TypeScript, in which `$NAME` is a variable of the environment. */
function quoted(value: string): string {
  const text = value.replaceAll(/[`\\]/g, String.raw`\$&`).replaceAll(/\$([A-Z_]+)/g, '${process.env.$1}');
  return text.includes('${') ? `\`${text}\`` : `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
