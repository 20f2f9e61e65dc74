--! breaking
-- The log of each journal becomes the journal, and its hash chain goes. New entries have no hash of their own: the log is
-- made of them.
-- A chain stays in journal_chain_heads until the service has verified it and its checkpoints, and the log has all of its
-- entries. Until then its application signs, and what it signs waits in journal_pending.
-- Replicas of the version before keep signing while this is applied. They move no more entries to journals, and answer
-- nothing about them, until they are replaced. Don't go back to that version afterwards.
lock table :schema.journal_log_checkpoints, :schema.journal_checkpoints, :schema.journal_heads, :schema.journal_entries
  in access exclusive mode;

alter table :schema.journal_heads rename to journal_chain_heads;
alter table :schema.journal_chain_heads rename constraint journal_heads_pkey to journal_chain_heads_pkey;
alter table :schema.journal_chain_heads rename constraint journal_heads_seq_positive to journal_chain_heads_seq_positive;
alter table :schema.journal_chain_heads rename constraint journal_heads_hash_length to journal_chain_heads_hash_length;
delete from :schema.journal_chain_heads where seq = 0;
-- Only what begins empty is imported. Each log comes out as it was.
delete from :schema.journal_tiles where application_id in (select application_id from :schema.journal_chain_heads);
delete from :schema.journal_logs where application_id in (select application_id from :schema.journal_chain_heads);
revoke insert, update on :schema.journal_chain_heads from :runtime_role;
grant delete on :schema.journal_chain_heads to :runtime_role;

alter table :schema.journal_checkpoints rename to journal_chain_checkpoints;
alter table :schema.journal_chain_checkpoints rename constraint journal_checkpoints_pkey to journal_chain_checkpoints_pkey;
alter table :schema.journal_chain_checkpoints
  rename constraint journal_checkpoints_seq_positive to journal_chain_checkpoints_seq_positive;
alter table :schema.journal_chain_checkpoints
  rename constraint journal_checkpoints_hash_length to journal_chain_checkpoints_hash_length;
alter table :schema.journal_chain_checkpoints
  rename constraint journal_checkpoints_public_key_length to journal_chain_checkpoints_public_key_length;
alter table :schema.journal_chain_checkpoints
  rename constraint journal_checkpoints_signature_length to journal_chain_checkpoints_signature_length;
revoke insert on :schema.journal_chain_checkpoints from :runtime_role;

alter table :schema.journal_log_checkpoints rename to journal_checkpoints;
alter table :schema.journal_checkpoints rename constraint journal_log_checkpoints_pkey to journal_checkpoints_pkey;
alter table :schema.journal_checkpoints
  rename constraint journal_log_checkpoints_size_positive to journal_checkpoints_size_positive;
alter table :schema.journal_checkpoints
  rename constraint journal_log_checkpoints_public_key_length to journal_checkpoints_public_key_length;

-- Of an entry that was written when journals were chains. Its MAC covers it.
alter table :schema.journal_entries alter column hash drop not null;

-- Nothing else has a leaf in the log. Older rows are not read for this.
alter table :schema.journal_entries add constraint journal_entries_time_recorded
  check (recorded_at_ms between 0 and 9007199254740991) not valid;

-- After the loss of the event key an operator sets it to null, as those of entries.
alter table :schema.journal_logs alter column mac drop not null;
