import type { PolicyEvent } from '../events/event.js';
import { hashOf, type SignatureRequest } from './signature-request.js';

type What = 'created' | 'approved' | 'declined';

/** `id`: a new UUID. */
export function signatureRequestEvent(
  id: string,
  time: Date,
  what: What,
  request: SignatureRequest,
): PolicyEvent {
  const { walletId, needed, approvals, timeExpires } = request;
  return {
    id: `evt_${id.replaceAll('-', '')}`,
    type: `signature_request.${what}`,
    time,
    dataJson: JSON.stringify({
      ...{ signature_request_id: request.id, wallet_id: walletId, hash: hashOf(request) },
      ...{ approvals: approvals.length, approvals_needed: needed, time_expires: timeExpires },
    }),
  };
}
