import pg from 'pg';

export type Size = { readonly applications: number; readonly wallets: number; readonly entries: number };

const entriesAtOnce = 250_000;
/** The entries are of so many days before now. */
const days = 90;

/**
 * Wallets and journal entries of other applications than the one that is measured, as many of each. Only their number
 * is genuine: no key opens the wallets, and the entries are in no log, so nothing works on them in the background.
 */
export async function fillDatabase(
  url: string,
  applicationIds: readonly string[],
  { wallets, entries }: Size,
  onProgress: (entries: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ofEach = Math.ceil(wallets / applicationIds.length);
    for (const id of applicationIds) {
      signal.throwIfAborted();
      await client.query(`select set_config('app.application_id', $1, false)`, [id]);
      await client.query(
        `insert into wallet.wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain,
           network, record_version, sealed, public_key, address, time_created, access_key_required, recoverable,
           origin)
         select gen_random_uuid(), $1::text::uuid, 'core', 'https://idp.example/', 'user-' || n, 'ETH', 'EVM', 1,
           sha256(n::text::bytea), sha256(n::text::bytea), '0x' || md5(n::text || $1::text),
           now() - n * interval '1 minute', false, false, 'created'
         from generate_series(1, $2::int) as n`,
        [id, ofEach],
      );
    }
    for (let first = 0; first < entries; first += entriesAtOnce) {
      signal.throwIfAborted();
      await client.query(
        `insert into wallet.journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id,
           operation, payload_hashes, jwt_hash, decision, outcome, error_code, token_reused, trace_id, details)
         select ($1::uuid[])[1 + n % $2::int], 1000000 + n / $2::int,
           (extract(epoch from now()) * 1000)::bigint - ((1 - n::float8 / $5) * ${days * 86_400_000})::bigint,
           case when n % 2 = 0 then 'intent' else 'result' end, gen_random_uuid(), gen_random_uuid(), 'message',
           sha256(n::text::bytea), sha256(n::text::bytea), '', case when n % 2 = 0 then '' else 'signed' end, '', false,
           md5(n::text), ''
         from generate_series($3::int, $4::int) as n`,
        [applicationIds, applicationIds.length, first, Math.min(first + entriesAtOnce, entries) - 1, entries],
      );
      onProgress(Math.min(first + entriesAtOnce, entries));
    }
    await client.query('analyze wallet.wallets, wallet.journal_entries');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
