import { createHash } from 'node:crypto';
import { parseKeySet } from '@wallet-service/signer-protocol';
import { applicationBytes, bundleBytes, bytesInBundle } from '../providers/key-set-room.js';
import type { TrustedRow } from './trust-bundle-store.js';

export type TrustBundleProposal = { readonly revision: string; readonly applicationsJson: string };

export type ProposeTrustBundleDeps = {
  /** A text that differs whenever `list` would answer differently. */
  readonly changeMark: () => Promise<string>;
  readonly list: () => Promise<readonly TrustedRow[]>;
  /** Told of a provider that is left out, because no signer would take a bundle with its key set. */
  readonly onLeftOut?: (row: TrustedRow) => void;
};

/**
 * What a trust bundle should say about applications now (its `applications` member). The same content gives
 * the same text and revision on every replica. Nothing is read anew while nothing changed.
 */
export function createProposeTrustBundle(deps: ProposeTrustBundleDeps): () => Promise<TrustBundleProposal> {
  let held: { readonly mark: string; readonly proposal: TrustBundleProposal } | undefined;
  return async () => {
    // Read before the rows, so that a change in between leads to reading again and never to being missed.
    const mark = await deps.changeMark();
    if (held?.mark !== mark) held = { mark, proposal: proposalOf(await deps.list(), deps.onLeftOut) };
    return held.proposal;
  };
}

/**
 * What has room in a bundle: of each application the same share at most, its oldest providers first, and less
 * for each when that would be too much. Registration keeps within these bounds; what was registered before
 * there were any may not.
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
 * `rows` MUST be grouped by application. A provider whose stored key set is none is left out: one bundle is
 * for all applications, and with it in there would be no newer one for anybody.
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
      // Which providers are the embedded-wallet integration is a setting of the policy service, which binds
      // it into each verdict.
      embedded_wallet: false,
      asserts_email: row.assertsEmail,
      jwks,
    });
  }
  const applicationsJson = JSON.stringify(applications);
  const revision = createHash('sha256').update(applicationsJson).digest('base64url');
  return { revision, applicationsJson };
}

/** Undefined for what the strict reading of a trust bundle refuses. */
function keySetOf(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return parseKeySet(value, 'strict').problems.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
