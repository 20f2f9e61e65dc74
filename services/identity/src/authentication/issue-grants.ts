import { audiences, grantLifetimeMs, type Audience, type Grant } from '@wallet-service/grants';
import { RecentlyUsed } from '@wallet-service/values';

/**
 * The owner of the credential: an application, or the operator (undefined). `keyId` names the credential and
 * reveals nothing of it.
 */
export type CredentialHolder = {
  readonly applicationId: string | undefined;
  readonly keyId: string;
  /** Undefined: no limits. */
  readonly scopes?: readonly string[] | undefined;
  /** From this Unix second on the credential is refused. Undefined: never. */
  readonly timeExpires?: number | undefined;
};

export type Grants = Readonly<Record<Audience, Buffer>>;

export type IssueGrantsDeps = {
  readonly sign: (grant: Grant) => Buffer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const mostRemembered = 10_000;
/** A request may start with its grants and end about 16 s later. Clocks may differ by some seconds too. */
const shortestRestMs = 25_000;

/**
 * One grant for each service. They are renewed when they are about to expire, so signing them costs next to
 * nothing. MUST be called only right after the credential was checked.
 */
export function createGrantIssuer({ sign, now }: IssueGrantsDeps): (holder: CredentialHolder) => Grants {
  const held = new RecentlyUsed<string, { readonly expiresAt: number; readonly grants: Grants }>(
    'identity.grants',
    mostRemembered,
  );

  function issue({ applicationId, keyId, scopes }: CredentialHolder, issuedAt: number, expiresAt: number) {
    const signed = audiences.map((audience) => [
      audience,
      sign({ audience, applicationId, keyId, scopes, issuedAt, expiresAt }),
    ]);
    return Object.fromEntries(signed) as Grants;
  }

  return (holder) => {
    // What a person may do changes with a step-up.
    const name = JSON.stringify([holder.applicationId, holder.keyId, holder.scopes]);
    const issuedAt = now();
    // No grant outlives its key, by identity's clock.
    const ends = Math.min(issuedAt + grantLifetimeMs, (holder.timeExpires ?? Infinity) * 1000);
    const found = held.get(name);
    // They are also renewed after a clock was set back.
    const rest = (found?.expiresAt ?? 0) - issuedAt;
    const isFresh = rest >= shortestRestMs || found?.expiresAt === ends;
    if (found && isFresh && rest <= grantLifetimeMs) return found.grants;
    const grants = issue(holder, issuedAt, ends);
    held.set(name, { expiresAt: ends, grants });
    return grants;
  };
}
