import { createHash } from 'node:crypto';
import { verdictVoidPayload, type SignerRequest, type SignerResponse } from '@wallet-service/signer-protocol';
import type { ReceiptKey } from './receipt-key.js';
import type { TrustStore } from './trust-store.js';
import type { VerdictMacs } from './verdict-macs.js';
import type { VerdictMarks } from './verdict-marks.js';
import { readVerdict } from './verify-verdict.js';

export type VoidVerdictDeps = {
  readonly trust: TrustStore;
  readonly receiptKey: ReceiptKey;
  readonly verdictMacs: VerdictMacs;
  readonly verdictMarks: VerdictMarks;
  /** Unix seconds. */
  readonly now: () => number;
};

/** States that a verdict naming this process was not used, and never uses it afterwards. */
export function voidVerdict(
  { trust, receiptKey, verdictMacs, verdictMarks, now }: VoidVerdictDeps,
  request: SignerRequest<'VoidVerdict'>,
): SignerResponse<'VoidVerdict'> {
  const time = now();
  verdictMarks.void(readVerdict(request, { trust, verdictMacs }, time), request.verdict, time);
  const hash = new Uint8Array(createHash('sha256').update(request.verdict).digest());
  return { statementSignature: receiptKey.sign(verdictVoidPayload(hash)) };
}
