import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '../openapi/openapi-document.js';
import { referencePage, referenceStyle } from '../openapi/reference-page.js';
import { route, type Route } from '../route.js';

/** `/openapi.json` and `/docs`: the public interface, for programs and for people. They need no credentials. */
export function referenceRoutes(document: OpenApiDocument): readonly Route[] {
  const style = createHash('sha256').update(referenceStyle).digest('base64');
  return [
    textRoute('/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document)),
    textRoute('/docs', 'text/html; charset=utf-8', referencePage(document), {
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'; base-uri 'none'; ` +
        "form-action 'none'",
    }),
  ];
}

function textRoute(
  path: string,
  contentType: string,
  text: string,
  more: Readonly<Record<string, string>> = {},
): Route {
  const bytes = Buffer.from(text);
  const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=300', ...more };
  return route({
    method: 'GET',
    path,
    authentication: 'none',
    rateClass: 'management',
    errors: 'problem',
    status: 200,
    handle: () => Promise.resolve(bytes),
    headers: () => headers,
  });
}
