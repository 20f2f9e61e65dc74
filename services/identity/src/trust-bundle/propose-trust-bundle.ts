import { createHash } from 'node:crypto';
import { parseKeySet } from '@wallet-service/signer-protocol';
import { applicationBytes, bundleBytes, bytesInBundle } from '../providers/key-set-room.js';
import type { TrustedRow } from './trust-bundle-store.js';

export type TrustBundleProposal = { readonly revision: string; readonly applicationsJson: string };

export type ProposeTrustBundleDeps = {
  /** Text that changes whenever the answer of `list` would. */
  readonly changeMark: () => Promise<string>;
  readonly list: () => Promise<readonly TrustedRow[]>;
  /** Called for a provider that is left out because no signer would accept a bundle with its key set. */
  readonly onLeftOut?: (row: TrustedRow) => void;
};

/**
 * What a trust bundle should say about applications now (its `applications` member). The same content gives
 * the same text and revision on every replica. Nothing is read again while nothing changed.
 */
export function createProposeTrustBundle(deps: ProposeTrustBundleDeps): () => Promise<TrustBundleProposal> {
  let held: { readonly mark: string; readonly proposal: TrustBundleProposal } | undefined;
  return async () => {
    // Read before the rows, so that a change in between causes another read and is never missed.
    const mark = await deps.changeMark();
    if (held?.mark !== mark) held = { mark, proposal: proposalOf(await deps.list(), deps.onLeftOut) };
    return held.proposal;
  };
}

/**
 * What fits into a bundle: the same maximum share for each application, its oldest providers first, and less
 * for each if that would be too much. Registration stays within these bounds, but older registrations may
 * not.
 */
export function rowsWithRoom(rows: readonly TrustedRow[]): readonly TrustedRow[] {
  for (let share = applicationBytes; ; share = Math.floor(share / 2)) {
    const taken = new Map<string, number>();
    const kept = rows.filter((row) => {
      const bytes = (taken.get(row.applicationId) ?? 0) + bytesInBundle(row);
      if (bytes <= share) taken.set(row.applicationId, bytes);
      return bytes <= share;
    });
    const all = [...taken.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (all <= bundleBytes) return kept;
  }
}

/**
 * `rows` MUST be grouped by application. A provider whose stored key set is invalid is left out. There is one
 * bundle for all applications, so with it nobody would get a newer one.
 */
export function proposalOf(
  all: readonly TrustedRow[],
  onLeftOut: (row: TrustedRow) => void = () => undefined,
): TrustBundleProposal {
  const rows = rowsWithRoom(all);
  const applications: { id: string; express_jwt_max_lifetime_seconds: number; providers: object[] }[] = [];
  for (const row of rows) {
    const jwks = keySetOf(row.keySetJson);
    if (jwks === undefined) {
      onLeftOut(row);
      continue;
    }
    let application = applications.at(-1);
    if (application?.id !== row.applicationId) {
      application = {
        id: row.applicationId,
        express_jwt_max_lifetime_seconds: row.expressJwtMaxLifetimeSeconds,
        providers: [],
      };
      applications.push(application);
    }
    application.providers.push({
      issuer: row.issuer,
      audience: row.audience,
      // The embedded-wallet providers are a setting of the policy service, which binds them into each
      // verdict.
      embedded_wallet: false,
      asserts_email: row.assertsEmail,
      jwks,
    });
  }
  const applicationsJson = JSON.stringify(applications);
  const revision = createHash('sha256').update(applicationsJson).digest('base64url');
  return { revision, applicationsJson };
}

/** Undefined for anything that the strict parser of trust bundles refuses. */
function keySetOf(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return parseKeySet(value, 'strict').problems.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
