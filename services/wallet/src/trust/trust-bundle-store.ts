import type { Pool } from 'pg';
import type { SignedBundle } from './signed-bundle.js';

export type TrustBundleStore = {
  /** The newest bundle, if it is newer than `version`. */
  readonly newerThan: (version: number) => Promise<SignedBundle | undefined>;
  readonly find: (version: number) => Promise<SignedBundle | undefined>;
  /** False when there is one of the same or a higher version; then nothing is stored. The oldest go, but for the last few. */
  readonly insert: (bundle: SignedBundle) => Promise<boolean>;
};

/** The newest is what counts; the others are there for who asks what was in force lately. */
const keptBundles = 20;

type Row = { version: bigint; signed_bundle: Buffer };

export function trustBundleStore(database: Pool): TrustBundleStore {
  return {
    async newerThan(version) {
      const { rows } = await database.query<Row>({
        name: 'trust-bundle-newer-than',
        text: `select version, signed_bundle from trust_bundles where version > $1 order by version desc limit 1`,
        values: [version],
      });
      return rows.map(bundleOf).at(0);
    },
    async find(version) {
      const { rows } = await database.query<Row>(
        'select version, signed_bundle from trust_bundles where version = $1',
        [version],
      );
      return rows.map(bundleOf).at(0);
    },
    async insert({ version, signed }) {
      const { rowCount } = await database.query(
        `insert into trust_bundles (version, signed_bundle, time_published)
         select $1, $2, now() where not exists (select from trust_bundles where version >= $1)
         on conflict (version) do nothing`,
        [version, Buffer.from(signed)],
      );
      await database.query(
        `delete from trust_bundles where version <= (
           select version from trust_bundles order by version desc offset ${keptBundles} limit 1)`,
      );
      return rowCount === 1;
    },
  };
}

function bundleOf({ version, signed_bundle }: Row): SignedBundle {
  return { version: Number(version), signed: signed_bundle };
}
