/** Of one application. */
export const mostAllowedOrigins = 50;
export const longestAllowedOrigin = 255;

export type OriginProblem = { readonly index: number | undefined; readonly message: string };

const form = 'an origin such as https://app.example.com, or https://*.example.com for all its subdomains';

/** What is wrong with a list of allowed origins. Undefined if nothing is. */
export function problemOfAllowedOrigins(origins: readonly string[]): OriginProblem | undefined {
  if (origins.length > mostAllowedOrigins)
    return { index: undefined, message: `must have at most ${mostAllowedOrigins} origins` };
  for (const [index, origin] of origins.entries()) {
    const message = origins.indexOf(origin) < index ? 'is given twice' : problemOfAllowedOrigin(origin);
    if (message !== undefined) return { index, message };
  }
  return undefined;
}

/**
 * An allowed origin is written as browsers send it (RFC 6454, 6.2): scheme, host in lower case and as ASCII,
 * and the port unless it is the usual one. Only then can it be compared as text. `*.` may stand for exactly
 * one label, as in a certificate (RFC 9525, 6.3), and never directly before a top-level domain.
 */
function problemOfAllowedOrigin(text: string): string | undefined {
  if (text === '*') return 'must not be *, because that lets every web page in: list the origins of yours';
  if (text === 'null') return 'must not be null, because every sandboxed page and every local file has it';
  if (text.length > longestAllowedOrigin) return `must have at most ${longestAllowedOrigin} characters`;
  const isWild = /^https:\/\/\*\./.test(text);
  // A label of its own kind, so that the parser sees a host.
  const plain = isWild ? text.replace('*', 'a') : text;
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (!url || plain.includes('*')) return `must be ${form}`;
  if (!isSchemeAllowed(url)) return 'must begin with https://; http:// is for localhost and 127.0.0.1 alone';
  if (url.origin !== plain) return `must be written as browsers send it: ${isWild ? wild(url) : url.origin}`;
  if (isWild && url.hostname.split('.').filter((label) => label !== '').length < 3)
    return 'must name a domain of yours after *., not a top-level domain';
  return undefined;
}

function isSchemeAllowed({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
}

function wild({ origin }: URL): string {
  return origin.replace('https://a.', 'https://*.');
}

/** Whether a list of allowed origins has this value of an Origin header. */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  if (origin.includes('*')) return false;
  if (allowed.includes(origin)) return true;
  const [, rest] = /^https:\/\/[a-z0-9_-]+(\..+)$/.exec(origin) ?? [];
  return rest !== undefined && allowed.includes(`https://*${rest}`);
}
