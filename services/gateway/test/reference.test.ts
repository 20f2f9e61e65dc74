import { createConfig, lintFromString } from '@redocly/openapi-core';
import { errorCodes } from '@wallet-service/errors';
import { errorMeanings } from '../src/openapi/error-meanings.js';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import type { Received } from './http-request.js';

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

  it('passes the linter', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // Retired operations never succeed. The contract test shows that all others have a success.
      rules: { 'operation-2xx-response': 'off', 'no-server-example.com': 'off' },
    });
    const problems = await lintFromString({ source: document.body, config });
    const findings = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`,
    );
    expect(findings).toEqual([]);
  }, 30_000);

  it('shows every route except itself and the page', () => {
    const { paths } = document.json() as { paths: Record<string, object> };
    const shown = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = gateway.routes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`,
    );
    expect(shown.toSorted()).toEqual(
      rows.filter((row) => !/ (\/openapi\.json|\/docs)$/.test(row)).toSorted(),
    );
  });

  it('explains every error code', () => {
    expect(Object.keys(errorMeanings).toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  });
});

describe('/docs', () => {
  it('shows every operation, and loads and runs nothing', async () => {
    const page = await gateway.send({ method: 'GET', url: '/docs' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const { paths } = document.json() as { paths: Record<string, Record<string, { operationId: string }>> };
    for (const { operationId } of Object.values(paths).flatMap((methods) => Object.values(methods)))
      expect(page.body).toContain(`id="${operationId}"`);
    expect(page.body).not.toMatch(/<script|<link|<img|src=|@import|url\(|\son\w+=/i);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+='/);
  });

  it('has only styles that its content security policy allows', async () => {
    const page = await gateway.send({ method: 'GET', url: '/docs' });
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page.body) ?? [];
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(style));
    const hash = Buffer.from(digest).toString('base64');
    expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(page.body).not.toMatch(/\sstyle=/);
  });
});
