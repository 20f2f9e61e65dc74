import type { IncomingMessage } from 'node:http';
import { AppError } from '@wallet-service/errors';

const singular: Readonly<Record<string, string>> = {
  authorization: 'Authorization',
  'content-type': 'Content-Type',
  host: 'Host',
};

/**
 * Refuses these headers if they are doubled. Node keeps the first and drops the others, where a proxy in
 * front may have kept the last. So nobody can make a request that is read in two ways (RFC 9110, 5.3; for
 * Host also RFC 9112, 3.2, which requires it for HTTP/1.1).
 */
export function ambiguousHeaders({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): AppError | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!Object.hasOwn(singular, name)) continue;
    if (seen.has(name)) return malformed(singular[name] ?? name, 'is given twice');
    seen.add(name);
  }
  if (httpVersion === '1.1' && !seen.has('host')) return malformed('Host', 'is required');
  return undefined;
}

function malformed(name: string, message: string): AppError {
  const path = `header ${name}`;
  return new AppError('request.malformed', `${path}: ${message}`, { fields: [{ path, message }] });
}
