import { concat, fromBase64, utf8 } from './core/encoding.js';
import { clientError } from './core/error.js';
import type { WebhookEvent } from './generated/schemas.js';

// What the service sends to endpoints (Standard Webhooks 1.0.0, symmetric): `webhook-signature` has HMAC-SHA256 of
// `id.timestamp.body`, one for each secret that is valid now.

export type WebhookRequest = {
  /** `Headers`, or an object such as `request.headers` of Node, with names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it arrived. JSON that was parsed and written again may have other bytes. */
  readonly body: string | Uint8Array;
};

export type VerifyWebhookOptions = {
  /** How far `webhook-timestamp` may be from `now`, in both directions. 300 by default. */
  readonly toleranceSeconds?: number;
  /** Unix seconds. The clock of this machine by default. */
  readonly now?: number;
};

/**
 * A newer service may send types that are not in the list: a `switch` needs a `default`. `id` is `webhook-id`. It is
 * the same at each attempt, and an event may arrive more than once: ignore an id that you have seen.
 */
export type VerifiedWebhook = WebhookEvent & { readonly id: string };

/**
 * The event of a request, if the service sent it. `secrets`: what `POST /v1/webhook` or `…/rotate_secret` answered
 * (`whsec_…`). While a secret is being changed, give both. Throws `client.webhook-invalid` for a request that must be
 * refused (answer 400), and `client.request-invalid` for arguments that can never work.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Math.floor(Date.now() / 1000) }: VerifyWebhookOptions = {},
): Promise<VerifiedWebhook> {
  const body = bodyOf(request.body);
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(bytesOfSecret);
  if (keys.length === 0) throw clientError('client.request-invalid', 'give at least one secret (whsec_…)');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request.headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw invalid('webhook-timestamp is not in Unix seconds');
  if (!(Math.abs(now - Number(timestamp)) <= toleranceSeconds))
    throw invalid(`webhook-timestamp is more than ${toleranceSeconds} s from the time here`);
  const signed = concat(utf8(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signaturesOf(signatures), keys)))
    throw invalid('no signature is of these bytes under these secrets');
  return { ...eventOf(body), id };
}

/** No signature is compared here, only by `verify`, which takes the same time for all wrong ones. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

/** Those of other versions are left out: `v1a`, for one, has asymmetric ones. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((one) => {
    const [version, text, ...rest] = one.split(',');
    if (version !== 'v1' || text === undefined || rest.length > 0) return [];
    try {
      return [fromBase64(text)];
    } catch {
      return [];
    }
  });
}

function bytesOfSecret(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''));
    if (bytes.length > 0) return bytes;
  } catch {
    // The message below is for both.
  }
  throw clientError('client.request-invalid', 'a secret is whsec_ and base64');
}

function bodyOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return utf8(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw clientError(
    'client.request-invalid',
    'give the raw body, as text or bytes: a parsed body does not have the bytes that were signed',
  );
}

/** Not by its class: a polyfill, or another realm, has a class of its own. */
function isHeaders(headers: WebhookRequest['headers']): headers is Headers {
  return typeof (headers as Partial<Headers>).get === 'function';
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (text === undefined || text === '') throw invalid(`the header ${name} is missing`);
  return text;
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const { type, timestamp, data } = event as Record<string, unknown>;
    const isEvent = typeof type === 'string' && typeof timestamp === 'string' && typeof data === 'object';
    if (isEvent && data !== null) return event as WebhookEvent;
  } catch {
    // The message below is for both.
  }
  throw invalid('the signed body is not an event');
}

const invalid = (reason: string) => clientError('client.webhook-invalid', reason);
