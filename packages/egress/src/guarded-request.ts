import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { PrivateAddress, refuseOtherPrivateAddress, withoutOtherPrivateAddresses } from './address-filter.js';
import { createDnsLookup } from './dns-lookup.js';
import { notPublic, readOutgoingUrl, type OutgoingUrlRules } from './outgoing-url.js';

export type GuardedRequestOptions = OutgoingUrlRules & {
  /** Replace the resolver and the system's certificate authorities, for tests. */
  readonly lookup?: LookupFunction;
  readonly ca?: string;
};

export type OutgoingRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Ends the request at any stage: name resolution, connection, answer. */
  readonly signal: AbortSignal;
};

export type GuardedRequest = (url: string, request: OutgoingRequest) => Promise<http.IncomingMessage>;

/** The address breaks the rules. `message` completes a sentence that begins with the address. */
export class RefusedUrl extends Error {
  override readonly name = 'RefusedUrl';
}

const maxHeaderBytes = 16_384;

/**
 * Requests to addresses that tenants chose. The rules are checked at each request. The address is checked at
 * each connection, after name resolution and for IP literals too. No connection is reused, so none outlives
 * its check. Redirects are not followed. Resolves when the headers of the answer have arrived. The caller
 * MUST read or destroy the answer. Rejects with RefusedUrl, or with an error for `problemOfRequest`.
 */
export function createGuardedRequest(options: GuardedRequestOptions): GuardedRequest {
  const network = {
    keepAlive: false,
    lookup: withoutOtherPrivateAddresses(options.lookup ?? createDnsLookup()),
    ...(options.ca !== undefined && { ca: options.ca }),
  };
  const publicOnly = new RequestFilteringHttpsAgent(network);
  const loopbackNetwork = { ...network, allowIPAddressList: ['127.0.0.1', '::1'] };
  const loopbackAgents = {
    'http:': new RequestFilteringHttpAgent(loopbackNetwork),
    'https:': new RequestFilteringHttpsAgent(loopbackNetwork),
  };
  return (text, outgoing) => {
    const reading = readOutgoingUrl(text, options);
    if (!reading.ok) return Promise.reject(new RefusedUrl(reading.problem));
    const { url } = reading;
    const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
    return send(url, reading.loopback ? loopbackAgents[protocol] : publicOnly, outgoing);
  };
}

function send(url: URL, agent: http.Agent, outgoing: OutgoingRequest): Promise<http.IncomingMessage> {
  const { method, headers, body, signal } = outgoing;
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    refuseOtherPrivateAddress(url.hostname.replaceAll(/[[\]]/g, ''));
    const options = { method, agent, signal, headers, maxHeaderSize: maxHeaderBytes };
    request(url, options, resolve).on('error', reject).end(body);
  });
}

/**
 * What went wrong, in words that complete a sentence which begins with the address. Contains no address that
 * a name resolved to. Undefined if there is nothing to add to the failure.
 */
export function problemOfRequest(error: unknown): string | undefined {
  if (error instanceof RefusedUrl) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  // The filter's errors have no code, and their text contains the address that the name resolved to.
  if (error instanceof PrivateAddress || (code === '' && message.includes('is not allowed'))) {
    return notPublic;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has a host name that does not resolve';
  if (/^ERR_TLS|CERT|SIGNATURE/.test(code)) return 'has no valid TLS certificate';
  return undefined;
}
