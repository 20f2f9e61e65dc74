import { createHmac } from 'node:crypto';

export type SignedHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/**
 * The headers of a delivery (Standard Webhooks 1.0.0, symmetric): one signature for each valid secret, newest
 * first. `id` must not contain a full stop. `timestamp`: Unix seconds of this attempt.
 */
export function signWebhook(
  id: string,
  timestamp: number,
  payload: string,
  secrets: readonly Uint8Array[],
): SignedHeaders {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${payload}`, 'utf8');
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
