import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { RowMac } from '@wallet-service/values';
import type { RowAlarm } from '@wallet-service/runtime';
import type { SignedBundle } from './signed-bundle.js';

/** Only bundles that a wallet service stored, after a signer had taken them, are there for who asks. */
export type TrustBundleStore = {
  /** The newest bundle, if it is newer than `version`. */
  readonly newerThan: (version: number) => Promise<SignedBundle | undefined>;
  readonly find: (version: number) => Promise<SignedBundle | undefined>;
  /**
   * False when there is one of the same or a higher version; then nothing is stored. The oldest go, but for
   * the last few.
   */
  readonly insert: (bundle: SignedBundle) => Promise<boolean>;
  /** Gives bundles of before their MACs; only while such rows are adopted. */
  readonly adopt: () => Promise<void>;
};

/** The newest is what counts; the others are there for who asks what was in force lately. */
const keptBundles = 20;
/** So many rows are looked at in one step, without what they hold. */
const pageRows = 1_000;

type Head = { version: bigint; digest: Buffer; mac: Buffer | null };
type Row = { version: bigint; signed_bundle: Buffer; mac: Buffer | null };

export function trustBundleStore(
  database: Pool,
  mac: RowMac,
  onRefused: RowAlarm<'trust-bundle'>,
): TrustBundleStore {
  const fits = (head: Head): boolean => {
    const genuine = mac.fits(head.mac, head.version, head.digest);
    if (!genuine) onRefused('trust-bundle', detailsOf(head));
    return genuine;
  };

  async function read(version: bigint | number): Promise<SignedBundle | undefined> {
    const { rows } = await database.query<Row>(
      'select version, signed_bundle, mac from trust_bundles where version = $1',
      [version],
    );
    const [row] = rows;
    // The digest of what is handed out, whatever stands in its column.
    if (!row || !fits({ ...row, digest: digestOf(row.signed_bundle) })) return undefined;
    return { version: Number(row.version), signed: row.signed_bundle };
  }

  return {
    async newerThan(version) {
      const { newest } = await newestHead(database, version, fits);
      return newest && read(newest.version);
    },
    find: read,
    async insert({ version, signed }) {
      const { refused } = await newestHead(database, version - 1, fits);
      // What nobody of ours wrote stands in the way of nothing. Only the row in the very place goes; its
      // digest was told of.
      await database.query('delete from trust_bundles where version = $1 and digest = any ($2)', [
        version,
        refused.filter((head) => head.version === BigInt(version)).map(({ digest }) => digest),
      ]);
      const { rowCount } = await database.query(
        `insert into trust_bundles (version, signed_bundle, time_published, mac)
         select $1, $2, now(), $3 where not exists
           (select from trust_bundles where version >= $1 and version <> all ($4::bigint[]))
         on conflict (version) do nothing`,
        [
          version,
          Buffer.from(signed),
          mac.of(version, digestOf(signed)),
          refused.map((head) => head.version),
        ],
      );
      await database.query(
        `delete from trust_bundles where version <= (
           select version from trust_bundles where version <= $1 order by version desc offset ${keptBundles} limit 1)`,
        [version],
      );
      return rowCount === 1;
    },
    async adopt() {
      if (!mac.adopting()) return;
      const { rows } = await database.query<Head>(
        'select version, digest, mac from trust_bundles where mac is null',
      );
      for (const { version, digest } of rows)
        await database.query(
          'update trust_bundles set mac = $3 where version = $1 and digest = $2 and mac is null',
          [version, digest, mac.of(version, digest)],
        );
    },
  };
}

/** From the newest down to the first that fits. `refused`: those above it. */
async function newestHead(
  database: Pool,
  above: number,
  fits: (head: Head) => boolean,
): Promise<{ readonly newest?: Head; readonly refused: readonly Head[] }> {
  const refused: Head[] = [];
  let page: Head[];
  do {
    page = await readHeads(database, above, refused.at(-1)?.version ?? null);
    for (const head of page) {
      if (fits(head)) return { newest: head, refused };
      refused.push(head);
    }
  } while (page.length === pageRows);
  return { refused };
}

async function readHeads(database: Pool, above: number, below: bigint | null): Promise<Head[]> {
  const { rows } = await database.query<Head>({
    name: 'trust-bundle-heads',
    text: `select version, digest, mac from trust_bundles where version > $1 and ($2::bigint is null or version < $2)
           order by version desc limit ${pageRows}`,
    values: [above, below],
  });
  return rows;
}

function digestOf(signed: Uint8Array): Buffer {
  return createHash('sha256').update(signed).digest();
}

function detailsOf({ version, digest }: Head) {
  return { version: String(version), digest: digest.toString('hex') };
}
