import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export const sealedTables = ['applications', 'secret_keys', 'providers', 'key_sets'] as const;
export type SealedTable = (typeof sealedTables)[number];

/** What a row says, in a fixed order. */
export type Meaning = readonly (string | number | boolean | null | readonly string[])[];

/** A row that identity did not write as it stands. `seal`: `none` before it was ever sealed, `wrong` when somebody else wrote it. */
export type ForgedRow = {
  readonly table: SealedTable;
  readonly applicationId: string;
  /** Of the row in its table. */
  readonly id: string;
  readonly seal: 'none' | 'wrong';
};

export type RowSeals = {
  /** `applicationId` and `id` are part of what is sealed, so a row that is moved is no longer sealed. */
  readonly seal: (table: SealedTable, applicationId: string, id: string, meaning: Meaning) => Buffer;
  /** Whether identity wrote the row as it stands; tells of each that it did not. */
  readonly holds: (
    table: SealedTable,
    applicationId: string,
    id: string,
    meaning: Meaning,
    seal: Uint8Array | null,
  ) => boolean;
};

/**
 * HMAC-SHA256 over what a row says, under a key that is derived from the pepper, which the database has not. A seal shows that identity wrote
 * the row, not that it is the newest: who can write to the database can put an older row back.
 */
export function createRowSeals(pepper: Uint8Array, onForged: (row: ForgedRow) => void): RowSeals {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'identity: seals of rows', 32));
  const seal: RowSeals['seal'] = (table, applicationId, id, meaning) =>
    createHmac('sha256', key)
      .update(JSON.stringify([table, applicationId, id, ...meaning]))
      .digest();
  return {
    seal,
    holds(table, applicationId, id, meaning, given) {
      const expected = seal(table, applicationId, id, meaning);
      const same = given !== null && given.length === expected.length && timingSafeEqual(given, expected);
      if (!same) onForged({ table, applicationId, id, seal: given === null ? 'none' : 'wrong' });
      return same;
    },
  };
}
