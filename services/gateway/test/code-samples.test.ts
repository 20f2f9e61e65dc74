import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { gatewayUnderTest } from './gateway-under-test.js';

// Every sample of the reference is run as a reader would run it, in a shell and by Node. It must send what the document
// says, and the same request in both languages.

type Operation = {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
};
type Sent = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
};

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
// The modules are imported by their ending, and this folder has no package.json.
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const sent: Sent[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method, url, headers } = request;
    sent.push({ method, url, headers, body });
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
afterAll(() => server.close());

const environment = {
  USER_TOKEN: 'user-token',
  API_KEY: 'api-key',
  PROVIDER_ID: 'provider-id',
  SECRET_KEY: 'secret-key',
  OPERATOR_KEY: 'operator-key',
};
const credentials: Readonly<Record<string, readonly [string, string]>> = {
  UserToken: ['authorization', 'Bearer user-token'],
  ApiKey: ['x-service-api-key', 'api-key'],
  SecretKey: ['x-service-secret-key', 'secret-key'],
  OperatorKey: ['x-service-operator-key', 'operator-key'],
};

let operations: readonly (readonly [string, string, Operation])[];
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  const gateway = await gatewayUnderTest();
  const { paths } = (await gateway.send({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method, template, operation] as const),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  env = { ...environment, PATH: process.env['PATH'] ?? '', BASE_URL: `http://127.0.0.1:${port}` };
});

it('has samples of every operation, which send in both languages what the document says', async () => {
  const samples = (label: string) =>
    operations.map(
      ([, , operation]) => operation['x-codeSamples'].find((each) => each.label === label)?.source ?? '',
    );
  const shell = await requestsOf(async () => {
    const script = samples('curl').map(
      (sample) => `${sample} --silent --fail --output /dev/null || exit 1\n`,
    );
    await run('bash', ['-c', script.join('')], { env });
  });
  const typeScript = await requestsOf(async () => {
    const modules = compiled(samples('TypeScript'));
    const all = modules
      .map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});`)
      .join('\n');
    await run(process.execPath, ['--input-type=module', '-e', all], { env });
  });
  expect([shell.length, typeScript.length]).toEqual([operations.length, operations.length]);
  for (const [index, [method, template, operation]] of operations.entries()) {
    const expected = expectedOf(method, operation);
    expect([operation.operationId, essence(shell[index])]).toEqual([operation.operationId, expected]);
    expect([operation.operationId, essence(typeScript[index])]).toEqual([operation.operationId, expected]);
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/{}]+')}(\\?|$)`);
    expect(shell[index]?.url).toMatch(pattern);
    expect(shell[index]?.url).toBe(typeScript[index]?.url);
  }
});

async function requestsOf(work: () => Promise<void>): Promise<readonly Sent[]> {
  sent.length = 0;
  await work();
  return [...sent];
}

/** Compiles them as strictly as our own code. */
function compiled(samples: readonly string[]): readonly string[] {
  const files = samples.map((sample, index) => {
    const file = path.join(folder, `sample-${index}.ts`);
    writeFileSync(file, `${sample}\nexport {};\n`);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: ['node'],
    typeRoots: [fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))],
  });
  program.emit();
  const mistakes = ts.getPreEmitDiagnostics(program);
  expect(mistakes.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  return files.map((file) => file.replace(/\.ts$/, '.js'));
}

function essence(request: Sent | undefined) {
  const headers = Object.entries(request?.headers ?? {}).filter(([name]) =>
    /^(x-|authorization$|content-type$)/.test(name),
  );
  return {
    method: request?.method,
    headers: Object.fromEntries(headers),
    body: request?.body ? (JSON.parse(request.body) as unknown) : undefined,
  };
}

function expectedOf(method: string, operation: Operation) {
  const body = operation.requestBody?.content['application/json']?.example;
  const ofCredentials = operation.security
    .flatMap((entry) => Object.keys(entry))
    .map((name) => credentials[name] ?? []);
  const needed = (operation.parameters ?? []).filter((each) => each.in === 'header' && each.required);
  const values: Readonly<Record<string, string>> = {
    'X-OIDC-Provider-ID': 'provider-id',
    'X-Service-Chain': 'ETH',
  };
  return {
    method: method.toUpperCase(),
    headers: {
      ...(Object.fromEntries(ofCredentials) as Record<string, string>),
      ...Object.fromEntries(needed.map(({ name }) => [name.toLowerCase(), values[name]])),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  };
}
