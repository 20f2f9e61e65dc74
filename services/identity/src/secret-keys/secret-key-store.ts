import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import type { SecretKey } from './secret-key.js';

export type SecretKeyRow = {
  secret_key_id: string;
  hash: Buffer;
  label: string;
  scopes: string[] | null;
  time_expires: Date | null;
  time_created: Date;
  time_last_used: Date | null;
  time_revoked: Date | null;
  mac: Buffer | null;
};

export const secretKeyColumns =
  'secret_key_id, hash, label, scopes, time_expires, time_created, time_last_used, time_revoked, mac';

/** The secret keys of one application, except rows that identity did not write. */
export function secretKeyRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const macOf = (key: SecretKey) => macs.of('secret_keys', applicationId, key.id, meaningOfKey(key));

  return {
    async list(): Promise<SecretKey[]> {
      const { rows: found } = await rows.query<SecretKeyRow>(
        `select ${secretKeyColumns} from secret_keys
         where application_id = $1 order by secret_key_id`,
        [applicationId],
      );
      return found.flatMap((row) => {
        const key = secretKeyOfRow(row);
        return macs.fits('secret_keys', applicationId, key.id, meaningOfKey(key), row.mac) ? [key] : [];
      });
    },

    async insert(key: SecretKey): Promise<void> {
      const { id, hash, label, scopes, timeExpires, timeCreated } = key;
      await rows.query(
        `insert into secret_keys (secret_key_id, application_id, hash, time_created, mac, label, scopes, time_expires)
         values ($1, $2, $3, to_timestamp($4), $5, $6, $7, to_timestamp($8))`,
        [id, applicationId, hash, timeCreated, macOf(key), label, scopes ?? null, timeExpires ?? null],
      );
      await rows.query('insert into secret_key_directory (secret_key_id, application_id) values ($1, $2)', [
        id,
        applicationId,
      ]);
    },

    async relabel(key: SecretKey, label: string): Promise<void> {
      await rows.query(
        'update secret_keys set label = $3, mac = $4 where application_id = $1 and secret_key_id = $2',
        [applicationId, key.id, label, macOf({ ...key, label })],
      );
    },

    /** Also deletes its hash, so that nothing left in the database can make the key valid again. */
    async revoke(key: SecretKey, nowSeconds: number): Promise<void> {
      const revoked = { ...key, hash: noHash, timeRevoked: nowSeconds };
      await rows.query(
        `update secret_keys set time_revoked = to_timestamp($3), hash = $4, mac = $5
         where application_id = $1 and secret_key_id = $2 and time_revoked is null`,
        [applicationId, key.id, nowSeconds, noHash, macOf(revoked)],
      );
    },
  };
}

/** The hash of no key. */
export const noHash = Buffer.alloc(32);

/**
 * All members except the id and the time of last use. Without limits it is that of a release without limits, and
 * without a label that of a release without labels, so that older rows and older replicas have the same MAC. An older
 * replica refuses a key with limits, because it cannot check them.
 */
export function meaningOfKey(key: SecretKey): Meaning {
  const { hash, label, scopes, timeExpires, timeCreated, timeRevoked } = key;
  const meaning = [hash.toString('hex'), timeCreated, timeRevoked ?? null];
  const isLimited = scopes !== undefined || timeExpires !== undefined;
  if (isLimited) return [...meaning, label, scopes ?? null, timeExpires ?? null];
  return label === '' ? meaning : [...meaning, label];
}

/**
 * Records when keys were last used (Unix seconds), across tenants in one statement. Never moves a time back.
 */
export async function noteUses(rows: Queryable, uses: ReadonlyMap<string, number>): Promise<void> {
  // In the order of the ids, so that two replicas take the row locks in the same order.
  const entries = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
  await rows.query(
    `update secret_keys k set time_last_used = greatest(k.time_last_used, to_timestamp(u.used))
     from unnest($1::uuid[], $2::double precision[]) as u (id, used)
     join secret_key_directory d on d.secret_key_id = u.id
     where k.application_id = d.application_id and k.secret_key_id = d.secret_key_id`,
    [entries.map(([id]) => id), entries.map(([, seconds]) => seconds)],
  );
}

export function secretKeyOfRow(row: SecretKeyRow): SecretKey {
  return {
    id: row.secret_key_id,
    hash: row.hash,
    label: row.label,
    scopes: row.scopes ?? undefined,
    timeExpires: secondsOf(row.time_expires),
    timeCreated: Math.floor(row.time_created.getTime() / 1000),
    timeLastUsed: secondsOf(row.time_last_used),
    timeRevoked: secondsOf(row.time_revoked),
  };
}

function secondsOf(time: Date | null): number | undefined {
  return time ? Math.floor(time.getTime() / 1000) : undefined;
}
