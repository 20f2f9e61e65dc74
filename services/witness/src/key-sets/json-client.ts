import type http from 'node:http';
import { createGuardedRequest, problemOfRequest, type GuardedRequestOptions } from '@wallet-service/egress';

/**
 * `problem` completes a sentence that begins with the address. It contains no address that the name resolved to.
 */
export type FetchedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Fetches the text of an address within a time limit: name resolution, connection and answer. */
export type FetchText = (uri: string, limit: TimeLimit) => Promise<FetchedText>;

export type TimeLimit = { readonly signal: AbortSignal; readonly ms: number };

const maxBodyBytes = 65_536;
const jsonTypes = ['application/json', 'application/jwk-set+json'];

/** Fetches JSON from outside, only from public addresses. Does not follow redirects. */
export function createJsonClient(options: GuardedRequestOptions): FetchText {
  const request = createGuardedRequest(options);
  return async (uri, { signal, ms }) => {
    try {
      return { ok: true, text: await readBody(await request(uri, { method: 'GET', headers, signal })) };
    } catch (error) {
      return { ok: false, problem: signal.aborted ? `did not answer within ${ms} ms` : problemOf(error) };
    }
  };
}

const headers = {
  accept: jsonTypes.join(', '),
  'accept-encoding': 'identity',
  // A cache on the way must revalidate, because it may hold a key that was withdrawn since. We keep no copy that a 304
  // could confirm.
  'cache-control': 'no-cache',
  'user-agent': 'wallet-service',
};

/** What the remote side did wrong, in words for the caller. */
class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

async function readBody(response: http.IncomingMessage): Promise<string> {
  try {
    checkHead(response);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBodyBytes) throw new UnusableAnswer(`is larger than ${maxBodyBytes} bytes`);
      chunks.push(chunk);
    }
    return decodeUtf8(Buffer.concat(chunks));
  } finally {
    response.destroy();
  }
}

function checkHead({ statusCode = 0, headers: head }: http.IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400) throw new UnusableAnswer('redirects, which is not followed');
  if (statusCode !== 200) throw new UnusableAnswer(`answers with status ${statusCode}`);
  const type = head['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!jsonTypes.includes(type)) throw new UnusableAnswer(`must answer with ${jsonTypes.join(' or ')}`);
  if ((head['content-encoding'] ?? 'identity') !== 'identity') {
    throw new UnusableAnswer('answers compressed, which was not asked for');
  }
  if (Number(head['content-length'] ?? 0) > maxBodyBytes) {
    throw new UnusableAnswer(`is larger than ${maxBodyBytes} bytes`);
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableAnswer('is not UTF-8');
  }
}

function problemOf(error: unknown): string {
  if (error instanceof UnusableAnswer) return error.message;
  return problemOfRequest(error) ?? 'could not be fetched';
}
