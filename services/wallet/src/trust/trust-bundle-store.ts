import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { RowMac } from '@wallet-service/values';
import type { RowAlarm } from '@wallet-service/runtime';
import type { SignedBundle } from './signed-bundle.js';

/** Returns only bundles that a wallet service stored after a signer had accepted them. */
export type TrustBundleStore = {
  /** The newest bundle, if it is newer than `version`. */
  readonly newerThan: (version: number) => Promise<SignedBundle | undefined>;
  readonly find: (version: number) => Promise<SignedBundle | undefined>;
  /**
   * Stores a bundle. False, and nothing is stored, if there is one with the same or a higher version. Removes
   * the oldest, except for the last few.
   */
  readonly insert: (bundle: SignedBundle) => Promise<boolean>;
  /** Adds MACs to bundles from before there were MACs. Only while such rows are accepted. */
  readonly adopt: () => Promise<void>;
};

/** Only the newest is in use. The others show what was in use lately. */
const keptBundles = 20;
/** The number of rows that one step checks, without their content. */
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
    // The digest of the returned bytes, whatever its column says.
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
      // A row that the service did not write blocks nothing. Only the row in this very place is removed. Its
      // digest was reported.
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

/** From the newest to the first genuine one. `refused`: those above it. */
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
