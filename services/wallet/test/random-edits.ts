import fc from 'fast-check';
import type pg from 'pg';
import { setBack } from './hostile-kit.js';

// Edits of rows that somebody with the wallet service's role can make.

const columns = [
  ...[
    'interface',
    'owner_issuer',
    'owner_subject',
    'chain',
    'network',
    'record_version',
    'sealed',
    'public_key',
  ],
  ...[
    'address',
    'access_key_required',
    'recoverable',
    'recovery_record',
    'group_id',
    'resource_id',
    'origin',
  ],
  ...['email_mac', 'time_claimed', 'wallet_id'],
];
const pick = fc.nat({ max: 99 });
export const edit = fc.oneof(
  fc.record({
    kind: fc.constant('copy' as const),
    from: pick,
    to: pick,
    columns: fc.subarray(columns, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('swap' as const),
    from: pick,
    to: pick,
    columns: fc.subarray(columns, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constantFrom('set back' as const, 'remove' as const, 'undo claim' as const, 'twin' as const),
    from: pick,
    to: pick,
    columns: fc.constant([]),
  }),
  fc.record({ kind: fc.constant('answer' as const), from: pick, to: pick, columns: fc.constant([]) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function statementsOf({ kind, columns: some }: Edit): readonly string[] {
  const others = 'from wallet.wallets as theirs where mine.wallet_id = $1 and theirs.wallet_id = $2';
  const assigned = (prefix: string) => some.map((column) => `${column} = ${prefix}${column}`).join(', ');
  switch (kind) {
    case 'copy':
      return [`update wallet.wallets as mine set ${assigned('theirs.')} ${others}`];
    case 'swap':
      return [
        `update wallet.wallets as mine set ${assigned('theirs.')} from wallet.wallets as theirs
         where mine.wallet_id in ($1, $2) and theirs.wallet_id in ($1, $2) and mine.wallet_id <> theirs.wallet_id`,
      ];
    case 'set back':
      return [`${setBack} and $2::uuid is not null`];
    case 'remove':
      return [
        `${setBack} and $2::uuid is not null`,
        'delete from wallet.wallets where wallet_id = $1 and $2::uuid is not null',
      ];
    case 'undo claim':
      return [
        `update wallet.wallets set interface = 'pregenerated', owner_issuer = null, owner_subject = null,
          time_claimed = null,
           record_version = $3, sealed = $4 where wallet_id = $1 and $2::uuid is not null`,
      ];
    case 'twin':
      return [
        `insert into wallet.wallets select (jsonb_populate_record(mine, jsonb_build_object(
          'wallet_id', gen_random_uuid(),
           'owner_subject', theirs.owner_subject, 'email_mac', theirs.email_mac))).*
         from wallet.wallets as mine, wallet.wallets as theirs where mine.wallet_id = $1 and theirs.wallet_id = $2`,
      ];
    case 'answer':
      return [`update wallet.idempotency_keys set made_id = $2, record_version = 1 where made_id = $1`];
  }
}

/** The content of a wallet's row before it was claimed. */
export type FormerRecord = { readonly record_version: number; readonly sealed: Buffer };

export type Edited = {
  readonly ids: readonly string[];
  /** The records that waiting wallets had before they were claimed. */
  readonly former: ReadonlyMap<string, FormerRecord>;
};

/** Resolves to the number of rows written. What the database refuses is not counted. */
export async function write(
  writer: pg.Client,
  edits: readonly Edit[],
  { ids, former }: Edited,
): Promise<number> {
  let written = 0;
  for (const one of edits)
    for (const sql of statementsOf(one)) {
      const [from = '', to] = [ids[one.from % ids.length], ids[one.to % ids.length]];
      const record = former.get(from);
      const values =
        one.kind === 'undo claim' ? [from, to, record?.record_version, record?.sealed] : [from, to];
      written += await writer
        .query(sql, values)
        .then(({ rowCount }) => rowCount ?? 0)
        .catch(() => 0);
    }
  return written;
}
