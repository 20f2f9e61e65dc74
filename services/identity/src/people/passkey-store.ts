import { isAlgorithm, type Passkey } from '@wallet-service/passkeys';
import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';

/** A passkey of a person. Times are Unix seconds. */
export type KeptPasskey = Passkey & {
  readonly personId: string;
  /** What it is on, in the person's words. Empty: nothing. */
  readonly label: string;
  readonly timeCreated: number;
  readonly timeLastUsed: number | undefined;
};

type Row = {
  credential_id: string;
  person_id: string;
  label: string;
  algorithm: number;
  public_key: Buffer;
  sign_count: bigint;
  is_backed_up: boolean;
  time_created: Date;
  time_last_used: Date | null;
  mac: Buffer;
};

const columns = `credential_id, person_id, label, algorithm, public_key, sign_count, is_backed_up, time_created,
  time_last_used, mac`;

/** The passkeys of people, except rows that identity did not write. */
export function passkeyRows(rows: Queryable, macs: RowMacs) {
  const macOf = (passkey: KeptPasskey) => macs.of('passkeys', '', passkey.credentialId, meaningOf(passkey));
  const genuine = (found: readonly Row[]): KeptPasskey[] =>
    found.flatMap((row) => {
      const passkey = passkeyOfRow(row);
      const fits = passkey && macs.fits('passkeys', '', passkey.credentialId, meaningOf(passkey), row.mac);
      return fits ? [passkey] : [];
    });

  return {
    /** Locks it, so that of two answers of it the second one sees the counter of the first. */
    async take(credentialId: string): Promise<KeptPasskey | undefined> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from passkeys where credential_id = $1 for update`,
        [credentialId],
      );
      return genuine(found)[0];
    },

    async of(personId: string): Promise<KeptPasskey[]> {
      const { rows: found } = await rows.query<Row>(
        `select ${columns} from passkeys where person_id = $1 order by time_created, credential_id`,
        [personId],
      );
      return genuine(found);
    },

    /** False if it is somebody's already. */
    async insert(passkey: KeptPasskey): Promise<boolean> {
      const { credentialId, personId, label, algorithm, publicKey, signCount, isBackedUp, timeCreated } =
        passkey;
      const { rowCount } = await rows.query(
        `insert into passkeys (credential_id, person_id, label, algorithm, public_key, sign_count, is_backed_up,
           time_created, mac)
         values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8), $9) on conflict (credential_id) do nothing`,
        [
          ...[credentialId, personId, label, algorithm, Buffer.from(publicKey), signCount, isBackedUp],
          ...[timeCreated, macOf(passkey)],
        ],
      );
      return rowCount === 1;
    },

    async noteUse(
      passkey: KeptPasskey,
      { signCount, isBackedUp }: Pick<Passkey, 'signCount' | 'isBackedUp'>,
      nowSeconds: number,
    ): Promise<void> {
      const used = { ...passkey, signCount, isBackedUp };
      await rows.query(
        `update passkeys set sign_count = $2, is_backed_up = $3, time_last_used = to_timestamp($4), mac = $5
         where credential_id = $1`,
        [passkey.credentialId, signCount, isBackedUp, nowSeconds, macOf(used)],
      );
    },

    async remove(credentialId: string): Promise<void> {
      await rows.query('delete from passkeys where credential_id = $1', [credentialId]);
    },

    /** False if it was answered before. `endMs`: until when it is good (Unix milliseconds). */
    async useChallenge(challenge: string, endMs: number): Promise<boolean> {
      const { rowCount } = await rows.query(
        `insert into used_challenges (challenge, time_expires) values ($1, to_timestamp($2))
         on conflict (challenge) do nothing`,
        [challenge, endMs / 1000],
      );
      return rowCount === 1;
    },
  };
}

/** All members but the time of last use. */
function meaningOf(passkey: KeptPasskey): Meaning {
  const { personId, label, algorithm, publicKey, signCount, isBackedUp, timeCreated } = passkey;
  const key = Buffer.from(publicKey).toString('hex');
  return [personId, label, algorithm, key, signCount, isBackedUp, timeCreated];
}

function passkeyOfRow(row: Row): KeptPasskey | undefined {
  const { algorithm } = row;
  if (!isAlgorithm(algorithm)) return undefined;
  return {
    credentialId: row.credential_id,
    personId: row.person_id,
    label: row.label,
    algorithm,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    isBackedUp: row.is_backed_up,
    timeCreated: Math.floor(row.time_created.getTime() / 1000),
    timeLastUsed: row.time_last_used ? Math.floor(row.time_last_used.getTime() / 1000) : undefined,
  };
}
