import { Refusal } from './refusal.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const reading = ['GET', 'HEAD'];

/**
 * Throws a Refusal unless a page of the console itself asks. Browsers say so in headers that scripts can't set:
 * `Sec-Fetch-Site` (Fetch Metadata), and `Origin` of what may change something. A write also has JSON, which forms of
 * other sites can't send.
 */
export function demandSameOrigin(method: string, headers: Headers, origin: string): void {
  if (headers['sec-fetch-site'] !== 'same-origin') throw foreign();
  if (reading.includes(method)) return;
  if (headers['origin'] !== origin) throw foreign();
  const type = headers['content-type'];
  // Browsers send a length of 0 with a POST that has no body.
  const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
  if (type === undefined && !hasBody) return;
  if (type !== 'application/json')
    throw new Refusal(415, 'console.json-only', 'the body must be application/json');
}

function foreign(): Refusal {
  return new Refusal(403, 'console.foreign-page', 'only pages of the console may ask for this');
}
