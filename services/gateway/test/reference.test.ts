import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { errorCodes } from '@wallet-service/errors';
import { coreCode } from '../src/http/core-code.js';
import { errorMeanings } from '../src/openapi/error-meanings.js';
import { errorRemedies } from '../src/openapi/error-remedies.js';
import { takesGzip } from '../src/reference/reference-routes.js';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import type { Received } from './http-request.js';

type Parameter = { name: string; description?: string; example?: unknown };
type Schema = {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
};
type OpenApi = {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >;
  components: { schemas: Record<string, Schema> };
};

/** The fields without a description, by their place. */
function undescribed(
  { properties = {}, items, allOf = [], oneOf = [], anyOf = [] }: Schema,
  at: string,
): string[] {
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description === undefined && field.$ref === undefined ? [`${at}.${name}`] : []),
    ...undescribed(field, `${at}.${name}`),
  ]);
  const parts = [...(items ? [items] : []), ...allOf, ...oneOf, ...anyOf];
  return [...fields, ...parts.flatMap((part) => undescribed(part, at))];
}

let gateway: GatewayUnderTest;
let document: Received;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
  document = await gateway.send({ method: 'GET', url: '/openapi.json' });
});

describe('/openapi.json', () => {
  it('is OpenAPI 3.1, and public', () => {
    expect([document.status, document.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(document.json()).toMatchObject({ openapi: '3.1.0' });
  });

  it('passes Redocly’s linter', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
    });
    const problems = await lintFromString({ source: document.body, config });
    const findings = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`,
    );
    expect(findings).toEqual([]);
  });

  it('passes Spectral', async () => {
    const linter = new spectral.Spectral();
    // The two packages declare one type twice.
    linter.setRuleset({ extends: [rulesets.oas as never] });
    const found = await linter.run(document.body);
    expect(found.map(({ code, path }) => `${code} at ${path.join('.')}`)).toEqual([]);
  });

  it('describes every parameter and field, and has an example of every parameter', () => {
    const { paths, webhooks, components } = document.json() as OpenApi;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const parameters = operations.flatMap(({ operationId, parameters: given = [] }) =>
      given
        .filter(({ description = '', example }) => description === '' || example === undefined)
        .map(({ name }) => `${operationId} ${name}`),
    );
    const fields = Object.entries(components.schemas).flatMap(([name, schema]) => undescribed(schema, name));
    const events = Object.entries(webhooks).flatMap(([name, { post }]) =>
      undescribed(post.requestBody.content['application/json'].schema, name),
    );
    expect([...parameters, ...fields, ...events]).toEqual([]);
  });

  it('shows every route except itself, the page, its files, files of the log and the retired paths', () => {
    const { paths } = document.json() as { paths: Record<string, object> };
    const shown = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = gateway.routes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`,
    );
    expect(shown.toSorted()).toEqual(
      rows
        .filter(
          (row) =>
            !/ (\/openapi\.json|\/docs(\/\{file\})?|\/v1\/audit\/log\/.*|\/v1\/(api\/)?wallet(\/.*)?)$/.test(
              row,
            ),
        )
        .toSorted(),
    );
  });

  it('explains every error code, and says what to do', () => {
    expect(Object.keys(errorMeanings).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
    expect(Object.keys(errorRemedies).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
    const { info } = document.json() as { info: { description: string } };
    for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
      const [, entry = ''] = info.description.split(`\n### ${code}\n`);
      expect(entry.split('\n### ')[0]).toContain(`**Cause:** ${errorMeanings[code]}`);
      expect(entry.split('\n### ')[0]).toContain(`**Remedy:** ${errorRemedies[code]}`);
    }
  });

  it('names every enumerated value', () => {
    const { info, ...rest } = document.json() as { info: { description: string } };
    const [, chapter = ''] = info.description.split('\n## Enumerated values\n');
    const values = [...JSON.stringify(rest).matchAll(/"(?<!"code":\{)enum":(\[[^\]]*\])/g)].flatMap(
      ([, list = '[]']) => JSON.parse(list) as unknown[],
    );
    expect(values).toContain('STEP_UP');
    const codes = new Set<unknown>([...Object.keys(errorCodes), ...Object.keys(errorCodes).map(coreCode)]);
    for (const value of values.filter((each) => !codes.has(each)))
      expect(chapter).toContain(`\`${String(value)}\``);
  });
});

describe('/docs', () => {
  const zipped = Buffer.from('zipped');
  const text = (type: string) => ({ type, plain: Buffer.from(type), zipped });
  const reference = {
    page: '<html lang="en"><body>the page</body></html>',
    assets: new Map([
      ['page-0123456789abcdef.js', text('text/javascript; charset=utf-8')],
      ['licences.txt', text('text/plain; charset=utf-8')],
    ]),
  };

  it('is a page that may load files from here and nothing else', async () => {
    const built = await gatewayUnderTest({ reference });
    const page = await built.send({ method: 'GET', url: '/docs' });
    expect([page.status, page.body]).toEqual([200, reference.page]);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
    // In production the page takes no keys from its address.
    expect(page.body).not.toContain('takes-keys');
  });

  it('keeps a file with a hash in its name for good, and no other', async () => {
    const built = await gatewayUnderTest({ reference });
    const script = await built.send({ method: 'GET', url: '/docs/page-0123456789abcdef.js' });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(script.headers['ratelimit']).toMatch(/address/);
    const licences = await built.send({ method: 'GET', url: '/docs/licences.txt' });
    expect(licences.headers['cache-control']).toBe('no-cache');
  });

  it.each(['page.js', '..%2Findex.html', 'index.html', 'constructor', '%2e%2e%2fmain.js', 'a%00b'])(
    'has no file %s',
    async (name) => {
      const built = await gatewayUnderTest({ reference });
      const answer = await built.send({ method: 'GET', url: `/docs/${name}` });
      expect(answer.status).toBe(404);
    },
  );

  it('says so where the page was not built', async () => {
    const page = await gateway.send({ method: 'GET', url: '/docs' });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('pnpm build')]);
  });

  it.each([
    ['gzip, deflate, br', true],
    ['GZIP;q=0.5', true],
    ['br, gzip ; q=1.0', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000', false],
    ['identity', false],
    ['x-gzip', false],
    ['', false],
  ])('reads that %j takes gzip: %s', (accepted, expected) => {
    expect(takesGzip(accepted)).toBe(expected);
  });

  it('sends the document packed to those who take it', async () => {
    const plain = await fetch(`${gateway.origin}/openapi.json`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const packed = await fetch(`${gateway.origin}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(await packed.text()).toBe(await plain.text());
  });
});
