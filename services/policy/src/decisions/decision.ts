import type { DecisionRecord } from '../engine/decision-record.js';
import type { Action } from '../engine/methods.js';

/** The record of a decision: kept here, returned with the verdict or the denial, and written into the journal of the wallet service. */
export type StoredDecision = DecisionRecord & {
  readonly id: string;
  /** RFC 3339. */
  readonly time: string;
  readonly application_id: string;
  readonly wallet_id: string;
  readonly chain: string;
  readonly operation: string;
  readonly method: Action;
  /** SHA-256 of each payload, hexadecimal. */
  readonly payload_hashes: readonly string[];
  /** Of all that decides for the application. */
  readonly policy_revision: string;
  readonly mfa: { readonly max_age_seconds: number } | null;
};
