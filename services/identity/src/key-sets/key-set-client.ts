import type http from 'node:http';
import {
  createGuardedRequest,
  problemOfRequest,
  type GuardedRequest,
  type GuardedRequestOptions,
} from '@wallet-service/egress';
import { readKeySet, type KeySetReading } from './read-key-set.js';

/**
 * `problem` completes a sentence that begins with the address of the key set. It contains no address that the
 * name resolved to.
 */
export type FetchedKeySet = KeySetReading;

export type KeySetClientOptions = GuardedRequestOptions & {
  /** The time limit of one fetch: name resolution, connection and answer. */
  readonly timeoutMs: number;
};

const maxBodyBytes = 65_536;
const jsonTypes = ['application/json', 'application/jwk-set+json'];

/** Fetches key sets from outside, only from public addresses. Does not follow redirects. */
export function createKeySetClient(options: KeySetClientOptions): (uri: string) => Promise<FetchedKeySet> {
  const request = createGuardedRequest(options);
  return async (uri) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      return readKeySet(await readBody(await get(request, uri, signal)));
    } catch (error) {
      const late = `did not answer within ${options.timeoutMs} ms`;
      return { ok: false, problem: signal.aborted ? late : problemOf(error) };
    }
  };
}

/** What the remote side did wrong, in words for the caller. */
class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

function get(request: GuardedRequest, uri: string, signal: AbortSignal): Promise<http.IncomingMessage> {
  const headers = {
    accept: jsonTypes.join(', '),
    'accept-encoding': 'identity',
    // A cache on the way must revalidate, because it may hold a key that was withdrawn since. We keep no copy
    // that a 304 could confirm.
    'cache-control': 'no-cache',
    'user-agent': 'wallet-service',
  };
  return request(uri, { method: 'GET', headers, signal });
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

function checkHead({ statusCode = 0, headers }: http.IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400) throw new UnusableAnswer('redirects, which is not followed');
  if (statusCode !== 200) throw new UnusableAnswer(`answers with status ${statusCode}`);
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!jsonTypes.includes(type)) throw new UnusableAnswer(`must answer with ${jsonTypes.join(' or ')}`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new UnusableAnswer('answers compressed, which was not asked for');
  }
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) {
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
