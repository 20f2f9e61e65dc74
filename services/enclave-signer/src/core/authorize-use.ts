import { createHash } from 'node:crypto';
import type { VerifiedTokens, VerifiedUserToken } from '@wallet-service/jwt';
import { Refused, type SignerRequest, type Verdict } from '@wallet-service/signer-protocol';
import type { ApplicationKey, ApplicationKeys } from './application-key.js';
import { Authorization } from './authorization.js';
import type { HighWaterMarks } from './high-water-marks.js';
import { demandMfa, evidenceOf, openMfaReceipt, withFreshEvidence, sealMfaReceipt } from './mfa-receipt.js';
import { ownerOf, recordContext, type RecordContext, type UserOwner } from './owner-context.js';
import { accessKeyBytes, openRecord } from './sealed-record.js';
import type { TrustStore } from './trust-store.js';
import { tokenUseOf, verifyToken, type TokenUse } from './verify-token.js';
import type { VerdictMarks } from './verdict-marks.js';
import type { VerdictMacs } from './verdict-macs.js';
import { verifyVerdict } from './verify-verdict.js';

export type AuthorizeUseDeps = {
  readonly trust: TrustStore;
  readonly tokens: VerifiedTokens;
  readonly applicationKeys: ApplicationKeys;
  readonly highWaterMarks: HighWaterMarks;
  readonly verdictMacs: VerdictMacs;
  readonly verdictMarks: VerdictMarks;
  /** Unix seconds. */
  readonly now: () => number;
};

/**
 * What every request to use a wallet's key contains, and the use that it requests: `operation` over
 * `payloads`.
 */
export type UseRequest = Pick<
  SignerRequest<'Sign'>,
  | 'context'
  | 'sealed'
  | 'accessKey'
  | 'jwt'
  | 'tokenUse'
  | 'verdict'
  | 'verdictMac'
  | 'mandate'
  | 'mfaReceipt'
  | 'operation'
  | 'payloads'
>;

export type AuthorizedUse = {
  /** Must be used at once, because it holds the keys. */
  readonly authorization: Authorization;
  readonly bound: RecordContext;
  /** The receipt to remember. Empty if there is nothing new. */
  readonly mfaReceipt: Uint8Array;
};

/**
 * Turns both keys: the owner's token and the policy service's verdict both allow exactly these payloads.
 * `signal` is aborted if the caller no longer waits.
 */
export async function authorizeUse(
  deps: AuthorizeUseDeps,
  request: UseRequest,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<AuthorizedUse> {
  const { context } = request;
  if (context === undefined) throw malformed('context');
  const use = tokenUseOf(request.tokenUse);
  const token = await verifyToken(request.jwt, context.applicationId, use, deps, deps.now());
  const owner = ownerOf(token);
  const bound = recordContext(context, owner);
  assertAccessKeyForm(request.accessKey, bound, use);
  const verdict = verifyVerdict(request, requestedUseOf(request, bound, token), deps, deps.now());
  deps.highWaterMarks.check(bound.applicationId, bound.walletId, bound.recordVersion);
  const applicationKey = await deps.applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);
  const mfaReceipt = settleMfa(token, request.mfaReceipt, verdict, owner, applicationKey, deps.now());

  // The last step at which giving up has no effect. From here to the authorization nothing waits.
  if (signal.aborted) throw new Refused('deadline-exceeded');
  deps.verdictMarks.check(verdict, request.verdict, deps.now());
  const accessKey = bound.accessKeyRequired ? request.accessKey : undefined;
  const keys = openRecord(request.sealed, bound, applicationKey, accessKey);
  deps.highWaterMarks.raise(bound.applicationId, bound.walletId, bound.recordVersion);
  const opened = { keys, chain: bound.chain };
  const authorization = Authorization.authorize(token, verdict, opened, request.payloads);
  deps.verdictMarks.use(verdict, request.verdict);
  return { authorization, bound, mfaReceipt };
}

/** The use that is about to happen, as the signer itself sees it. Nothing here is taken from the verdict. */
function requestedUseOf(request: UseRequest, bound: RecordContext, token: VerifiedUserToken) {
  const { applicationId, walletId, chain, network, recordVersion } = bound;
  const payloadHashes = request.payloads.map((payload) => createHash('sha256').update(payload).digest());
  const { operation } = request;
  const { issuer, subject } = token;
  return {
    applicationId,
    walletId,
    chain,
    network,
    issuer,
    subject,
    operation,
    payloadHashes,
    jwtHash: token.tokenHash,
    recordVersion,
  };
}

function assertAccessKeyForm(
  accessKey: Uint8Array,
  { accessKeyRequired }: RecordContext,
  use: TokenUse,
): void {
  if (!accessKeyRequired && accessKey.length > 0) throw malformed('accessKey');
  if (accessKeyRequired && accessKey.length !== accessKeyBytes) throw new Refused('access-key-wrong');
  // Wallets with an access key belong to the Core interface, whose operation tokens are valid for 5 minutes
  // at most.
  if (accessKeyRequired && use !== 'core') throw malformed('tokenUse');
}

/**
 * Checks the verdict's requirement of multi-factor authentication against the token and the receipt of
 * earlier ones. Returns the receipt to remember, with the token's evidence if it is new to the caller,
 * otherwise nothing.
 */
function settleMfa(
  token: VerifiedUserToken,
  presented: Uint8Array,
  { mfa, applicationId }: Verdict,
  owner: UserOwner,
  key: ApplicationKey,
  now: number,
): Uint8Array {
  const fresh = evidenceOf(token);
  const remembered = presented.length > 0 ? openMfaReceipt(presented, applicationId, owner, key) : [];
  if (mfa !== null) demandMfa(mfa, fresh ? [fresh, ...remembered] : remembered, now);
  const known = withFreshEvidence(remembered, fresh, now);
  return known ? sealMfaReceipt(known, applicationId, owner, key) : new Uint8Array(0);
}

function malformed(field: string): Refused {
  return new Refused('malformed-request', { field });
}
