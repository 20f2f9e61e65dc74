import { createGuardedRequest, problemOfRequest, type GuardedRequestOptions } from '@wallet-service/egress';
import type { Outcome } from './delivery.js';
import type { SignedHeaders } from './sign-webhook.js';

export type SendWebhook = (
  url: string,
  headers: SignedHeaders,
  payload: string,
  stopped: AbortSignal,
) => Promise<Outcome>;

export type SendWebhookOptions = GuardedRequestOptions & {
  /** The time limit of an attempt: name resolution, connection and the headers of the answer. */
  readonly timeoutMs: number;
};

/**
 * Sends events to addresses of tenants. Only the status of the answer counts. Its body is not read. Rejects
 * if `stopped` is aborted.
 */
export function createSendWebhook(options: SendWebhookOptions): SendWebhook {
  const request = createGuardedRequest(options);
  return async (url, signed, payload, stopped) => {
    const body = Buffer.from(payload, 'utf8');
    const headers = {
      ...signed,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'wallet-service',
    };
    const late = AbortSignal.timeout(options.timeoutMs);
    try {
      const signal = AbortSignal.any([late, stopped]);
      const response = await request(url, { method: 'POST', headers, body, signal });
      response.on('error', () => undefined).destroy();
      return outcomeOf(response.statusCode ?? 0);
    } catch (error) {
      stopped.throwIfAborted();
      const problem = late.aborted
        ? `did not answer within ${options.timeoutMs} ms`
        : (problemOfRequest(error) ?? 'could not be reached');
      return { result: 'failed', responseStatus: undefined, problem };
    }
  };
}

function outcomeOf(status: number): Outcome {
  const responseStatus = status;
  if (status >= 200 && status < 300) return { result: 'delivered', responseStatus, problem: undefined };
  if (status === 410) {
    return { result: 'gone', responseStatus, problem: 'answers that it is gone for good' };
  }
  const redirects = status >= 300 && status < 400;
  const problem = redirects ? 'redirects, which is not followed' : `answers with status ${status}`;
  return { result: 'failed', responseStatus, problem };
}
