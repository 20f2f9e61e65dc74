import type { GivenApproval } from '../signature-requests/signature-request.js';
import type { DecisionRecord } from '../engine/decision-record.js';
import type { CoveredMethod } from '../engine/methods.js';

/**
 * What a user's authentication must satisfy: its `acr` is one of `acr_values` or, if there are none, its
 * `amr` contains `mfa`.
 */
export type MfaDemand = { readonly max_age_seconds: number; readonly acr_values: readonly string[] };

/**
 * The record of a decision. It is stored here, returned with the verdict or the denial, and written to the
 * journal of the wallet service.
 */
export type StoredDecision = DecisionRecord & {
  readonly id: string;
  /** RFC 3339. */
  readonly time: string;
  readonly application_id: string;
  readonly wallet_id: string;
  readonly chain: string;
  readonly operation: string;
  readonly method: CoveredMethod;
  /** SHA-256 of each payload, hexadecimal. */
  readonly payload_hashes: readonly string[];
  /** The revision of everything that decides for the application. */
  readonly policy_revision: string;
  readonly mfa: MfaDemand | null;
  /** The approvals that it demanded or relied on. Absent: no rule demanded any. */
  readonly approval?: ApprovalRecord;
};

export type FoundDecision = {
  readonly decision: StoredDecision;
  /** Of the token that was used, as JSON. Empty: not known. */
  readonly claims: string;
  /** The record as it is stored, and that a verdict key signed it. Absent: a release before 0.3.0 stored it. */
  readonly proven?: { readonly json: string; readonly proof: string };
};

export type ApprovalRecord = {
  readonly request_id: string;
  /** Of what was approved: SHA-256, hex. */
  readonly hash: string;
  readonly needed: number;
  /** With what proves them. */
  readonly approvals: readonly GivenApproval[];
};
