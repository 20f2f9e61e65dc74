import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { readJwksUri, type JwksUriRules } from './jwks-uri.js';
import {
  PrivateAddress,
  refuseOtherPrivateAddress,
  withoutOtherPrivateAddresses,
} from './address-filter-client.js';
import { readKeySet } from './read-key-set.js';

/** `problem` ends a sentence that begins with the address of the key set; it names no address that the name resolved to. */
export type FetchedKeySet =
  { readonly ok: true; readonly keySetJson: string } | { readonly ok: false; readonly problem: string };

export type KeySetClientOptions = JwksUriRules & {
  /** Whole time of one fetch: name, connection, answer. */
  readonly timeoutMs: number;
  /** Replace the system's resolver and certificate authorities, for tests. */
  readonly lookup?: LookupFunction;
  readonly ca?: string;
};

const maxBodyBytes = 65_536;
const maxHeaderBytes = 16_384;
const jsonTypes = ['application/json', 'application/jwk-set+json'];

/**
 * Fetches key sets from the outside world. The address is checked at each connection, after name resolution and for IP literals too; no
 * connection is kept, so that none outlives its check. Redirects are not followed.
 */
export function createKeySetClient(options: KeySetClientOptions): (uri: string) => Promise<FetchedKeySet> {
  const network = {
    keepAlive: false,
    lookup: withoutOtherPrivateAddresses(options.lookup ?? systemLookup),
    ...(options.ca !== undefined && { ca: options.ca }),
  };
  const publicOnly = new RequestFilteringHttpsAgent(network);
  const loopbackNetwork = { ...network, allowIPAddressList: ['127.0.0.1', '::1'] };
  const loopbackAgents = {
    'http:': new RequestFilteringHttpAgent(loopbackNetwork),
    'https:': new RequestFilteringHttpsAgent(loopbackNetwork),
  };
  return async (uri) => {
    const reading = readJwksUri(uri, options);
    if (!reading.ok) return reading;
    const { url } = reading;
    const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
    const agent = reading.loopback ? loopbackAgents[protocol] : publicOnly;
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      refuseOtherPrivateAddress(url.hostname.replaceAll(/[[\]]/g, ''));
      return readKeySet(await readBody(await request(url, agent, signal)));
    } catch (error) {
      const late = `did not answer within ${options.timeoutMs} ms`;
      return { ok: false, problem: signal.aborted ? late : problemOf(error) };
    }
  };
}

/** What the far side did wrong, in words for the caller. */
class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

function request(url: URL, agent: http.Agent, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { get } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    const headers = {
      accept: jsonTypes.join(', '),
      'accept-encoding': 'identity',
      'user-agent': 'wallet-service',
    };
    get(url, { agent, signal, headers, maxHeaderSize: maxHeaderBytes }, resolve).on('error', reject);
  });
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
  const { code = '', message } = error as NodeJS.ErrnoException;
  // The filter's errors have no code, and their text holds the address that the name resolved to.
  if (error instanceof PrivateAddress || (code === '' && message.includes('is not allowed'))) {
    return 'is not at a public address';
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has a host name that does not resolve';
  if (/^ERR_TLS|CERT|SIGNATURE/.test(code)) return 'has no valid TLS certificate';
  return 'could not be fetched';
}
