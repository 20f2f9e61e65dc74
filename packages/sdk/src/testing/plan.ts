import type { Operations } from '../generated/operations.js';
import type { TokenClaims } from './token.js';
import { Refusal } from './refusal.js';

/** What the next requests meet instead of what the server would do by itself. */
export type Plan = {
  readonly failures: Planned<keyof Operations, Refusal>[];
  /** Requests that are done, and whose answer never comes. */
  readonly losses: Planned<keyof Operations, true>[];
  /** What the policies decide about the next signatures, of any operation. */
  readonly decisions: Planned<'signature', Refusal | 'allow'>[];
  stepUp: StepUp | undefined;
};

type Planned<For, What> = { readonly for: For; readonly what: What; times: number };

/** RFC 9470. A token meets it by an `acr` that is listed, or without a list by an `amr` with `mfa`. */
export type StepUp = {
  readonly acr_values?: readonly string[];
  /** Seconds since `auth_time`. */
  readonly max_age?: number;
};

/** The first plan for it, which then has one time less. */
export function takeNext<For, What>(planned: Planned<For, What>[], what: For): What | undefined {
  const next = planned.find((each) => each.for === what && each.times > 0);
  if (next === undefined) return undefined;
  next.times -= 1;
  return next.what;
}

/** Throws the challenge if the token does not meet it. */
export function assertStepUp({ acr_values = [], max_age }: StepUp, claims: TokenClaims, now: number): void {
  const { acr, amr, auth_time: at } = claims;
  const isStrong = acr_values.length > 0 ? acr_values.includes(String(acr)) : [amr].flat().includes('mfa');
  const isRecent = max_age === undefined || (typeof at === 'number' && now - at <= max_age);
  if (isStrong && isRecent) return;
  throw new Refusal('auth.mfa-required', {
    details: {
      reason: isStrong ? 'mfa-too-old' : 'mfa-missing',
      acr_values,
      ...(max_age !== undefined && { max_age }),
    },
  });
}
