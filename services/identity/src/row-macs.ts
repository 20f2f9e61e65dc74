import { createRowMac } from '@wallet-service/values';

export const guardedTables = [
  'applications',
  'secret_keys',
  'providers',
  'key_sets',
  'trust_documents',
  'proposed_trust_documents',
  'root_documents',
  'people',
  'invitations',
  'passkeys',
  'sessions',
  'person_accounts',
  'members',
  'former_members',
  'change_requests',
  'change_approvals',
] as const;
export type GuardedTable = (typeof guardedTables)[number];

/** The content of a row, in a fixed order. */
export type Meaning = readonly (string | number | boolean | null | readonly string[])[];

/**
 * A row that identity did not write as it is. `mac`: `none` if it has none, `wrong` if somebody else wrote
 * it.
 */
export type ForgedRow = {
  readonly table: GuardedTable;
  readonly applicationId: string;
  /** The row's id in its table. */
  readonly id: string;
  readonly mac: 'none' | 'wrong';
};

export type RowMacs = {
  /** `applicationId` and `id` are part of what it covers, so it does not fit a row that is moved. */
  readonly of: (table: GuardedTable, applicationId: string, id: string, meaning: Meaning) => Buffer;
  /** Whether identity wrote the row as it is. Reports each that it did not. */
  readonly fits: (
    table: GuardedTable,
    applicationId: string,
    id: string,
    meaning: Meaning,
    mac: Uint8Array | null,
  ) => boolean;
};

/**
 * A MAC proves that identity wrote the row, not that it is the newest: anyone who can write to the database
 * can put an older row back.
 */
export function createRowMacs(
  pepper: Uint8Array,
  adoptUntilMs: number | undefined,
  onForged: (row: ForgedRow) => void,
): RowMacs {
  const macOf = (table: GuardedTable) =>
    createRowMac({ secret: pepper, purpose: `identity/${table}`, adoptUntilMs });
  const macs = {
    applications: macOf('applications'),
    secret_keys: macOf('secret_keys'),
    providers: macOf('providers'),
    key_sets: macOf('key_sets'),
    trust_documents: macOf('trust_documents'),
    proposed_trust_documents: macOf('proposed_trust_documents'),
    root_documents: macOf('root_documents'),
    people: macOf('people'),
    invitations: macOf('invitations'),
    passkeys: macOf('passkeys'),
    sessions: macOf('sessions'),
    person_accounts: macOf('person_accounts'),
    members: macOf('members'),
    former_members: macOf('former_members'),
    change_requests: macOf('change_requests'),
    change_approvals: macOf('change_approvals'),
  };
  return {
    of: (table, applicationId, id, meaning) => macs[table].of(applicationId, id, JSON.stringify(meaning)),
    fits(table, applicationId, id, meaning, mac) {
      const genuine = macs[table].fits(mac, applicationId, id, JSON.stringify(meaning));
      if (!genuine) onForged({ table, applicationId, id, mac: mac === null ? 'none' : 'wrong' });
      return genuine;
    },
  };
}
