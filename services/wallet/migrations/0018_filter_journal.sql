-- What entries of the journal are found by. Each goes on in the order of time, and the entries of one millisecond in that of the chain.
create index journal_entries_by_time on :schema.journal_entries (application_id, recorded_at_ms, seq);
create index journal_entries_by_wallet on :schema.journal_entries (application_id, wallet_id, recorded_at_ms, seq);
create index journal_entries_by_trace on :schema.journal_entries (application_id, trace_id, recorded_at_ms, seq)
  where trace_id <> '';
create index journal_entries_refused on :schema.journal_entries (application_id, outcome, recorded_at_ms, seq)
  where outcome in ('denied', 'failed');
