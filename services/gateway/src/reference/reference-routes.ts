import { AppError } from '@wallet-service/errors';
import Type from 'typebox';
import type { OpenApiDocument } from '../openapi/openapi-document.js';
import { route, type Route } from '../route.js';
import { servedText, type ReferenceFiles, type ServedText } from './reference-files.js';

/** What the reference page is served from. */
export type ReferencePage = {
  readonly files: ReferenceFiles | undefined;
  /** Whether the page takes keys to try requests with from its address. Never in production. */
  readonly takesKeys: boolean;
};

// Everything comes from here: no other host, no inline script or style, no code from text, no frame, no form.
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// A page that was kept may name files that a newer gateway does not have.
const alwaysAskAgain = { 'cache-control': 'no-cache' };
const neverAskAgain = { 'cache-control': 'public, max-age=31536000, immutable' };
const hasHash = (name: string): boolean => /-[0-9a-f]{16}\.\w+$/.test(name);

const notBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>The reference is not built</title>' +
  '<p>The reference page is not built. Run <code>pnpm build</code> and start the gateway again. ' +
  'Its content is in <a href="/openapi.json">openapi.json</a>.</p></html>';

/**
 * `/openapi.json` for programs and `/docs` for people: the public interface. They need no credentials. The rate
 * limit of the address holds for them too.
 */
export function referenceRoutes(
  document: OpenApiDocument,
  { files, takesKeys }: ReferencePage,
): readonly Route[] {
  const page = files?.page.replace('<body', takesKeys ? '<body data-takes-keys' : '<body') ?? notBuilt;
  return [
    textRoute('/openapi.json', servedText('application/json', JSON.stringify(document)), {
      'cache-control': 'public, max-age=300',
    }),
    textRoute('/docs', servedText('text/html', page), {
      ...alwaysAskAgain,
      'content-security-policy': contentSecurityPolicy,
    }),
    assetRoute(files?.assets ?? new Map()),
  ];
}

const common = {
  method: 'GET',
  authentication: 'none',
  rateClass: 'management',
  errors: 'problem',
  status: 200,
} as const;

function textRoute(path: string, text: ServedText, more: Readonly<Record<string, string>>): Route {
  return route({
    ...common,
    path,
    handle: ({ headers }) => Promise.resolve(inFormOf(headers, text)),
    headers: (bytes) => ({ ...headersOf(bytes, text), ...more }),
  });
}

function assetRoute(assets: ReadonlyMap<string, ServedText>): Route {
  const cacheOf = (name: string) => (hasHash(name) ? neverAskAgain : alwaysAskAgain);
  const headersByBytes = new Map(
    [...assets].flatMap(([name, text]) =>
      [text.plain, text.zipped].map(
        (bytes) => [bytes, { ...headersOf(bytes, text), ...cacheOf(name) }] as const,
      ),
    ),
  );
  return route({
    ...common,
    path: '/docs/:file',
    params: Type.Object({ file: Type.String() }),
    handle: ({ params, headers }) => {
      const asset = assets.get(params.file);
      if (!asset) throw new AppError('request.not-found', 'there is nothing at this path');
      return Promise.resolve(inFormOf(headers, asset));
    },
    headers: (bytes) => headersByBytes.get(bytes) ?? {},
  });
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

function inFormOf(headers: RequestHeaders, { plain, zipped }: ServedText): Buffer {
  return takesGzip(String(headers['accept-encoding'] ?? '')) ? zipped : plain;
}

/** RFC 9110, section 12.5.3: a coding with the weight 0 is not acceptable. */
export function takesGzip(accepted: string): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .some(([coding, weight = 'q=1']) => coding === 'gzip' && !/^q=0(\.0*)?$/.test(weight));
}

function headersOf(bytes: Buffer, text: ServedText): Record<string, string> {
  return {
    'content-type': text.type,
    vary: 'Accept-Encoding',
    ...(bytes === text.zipped && { 'content-encoding': 'gzip' }),
  };
}
