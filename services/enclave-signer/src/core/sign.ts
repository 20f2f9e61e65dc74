import { isChain } from '@wallet-service/addresses';
import {
  exportOperation,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { authorizeUse, type AuthorizeUseDeps } from './authorize-use.js';
import { curveOf } from './curves.js';
import { signReceipt, type SignReceiptDeps } from './sign-receipt.js';

type Request = SignerRequest<'Sign'>;

const maxPayloads = 256;

export type SignDeps = AuthorizeUseDeps & SignReceiptDeps;

/**
 * Signs if the owner's token and the policy service's verdict both allow exactly these payloads. `signal` is
 * aborted if the caller no longer waits.
 */
export async function sign(
  deps: SignDeps,
  request: Request,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<SignerResponse<'Sign'>> {
  assertForm(request);
  const { authorization, bound, mfaReceipt } = await authorizeUse(deps, request, signal);
  const { signatures, publicKey } = await authorization.sign();
  return {
    signatures,
    publicKey,
    mfaReceipt,
    rootVersion: BigInt(deps.trust.root.version),
    receipt: request.receipt ? signReceipt(deps, { request, bound, publicKey, signatures }) : undefined,
  };
}

function assertForm({ context, payloads, operation }: Request): void {
  // The payload of an export must never be signed as a message.
  if (operation === exportOperation) throw malformed('operation');
  if (payloads.length < 1 || payloads.length > maxPayloads) throw malformed('payloads');
  if (context === undefined) throw malformed('context');
  if (!isChain(context.chain)) throw malformed('context.chain');
  if (!payloads.every(curveOf(context.chain).isPayload)) throw malformed('payloads');
}

function malformed(field: string): Refused {
  return new Refused('malformed-request', { field });
}
