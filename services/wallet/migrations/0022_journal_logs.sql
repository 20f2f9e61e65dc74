-- A Merkle log (RFC 9162) of each journal, made of its chain. Signers and witnesses sign checkpoints of it.
-- Positions, hashes and signatures of many applications, so no row-level security, as with journal_heads.

-- The end of each log. Who has locked a row appends to that log, and nobody else.
create table :schema.journal_logs (
  application_id uuid constraint journal_logs_pkey primary key,
  -- 1, or when an operator last accepted that the end was lost, in Unix seconds
  generation bigint not null constraint journal_logs_generation_positive check (generation > 0),
  size bigint not null constraint journal_logs_size_positive check (size >= 0),
  -- The roots of the perfect subtrees, the largest first
  hashes bytea not null constraint journal_logs_hashes_length check (octet_length(hashes) % 32 = 0),
  mac bytea not null constraint journal_logs_mac_length check (octet_length(mac) = 32)
);

-- Full tiles of C2SP tlog-tiles: 256 hashes. The others are made from the entries, and from the roots of the level below.
create table :schema.journal_tiles (
  application_id uuid not null,
  level smallint not null constraint journal_tiles_level_positive check (level >= 0),
  tile bigint not null constraint journal_tiles_tile_positive check (tile >= 0),
  hashes bytea not null constraint journal_tiles_hashes_length check (octet_length(hashes) = 8192),
  root bytea not null constraint journal_tiles_root_length check (octet_length(root) = 32),
  constraint journal_tiles_pkey primary key (application_id, level, tile)
);
-- Hashes don't get smaller.
alter table :schema.journal_tiles alter column hashes set storage external;

create table :schema.journal_log_checkpoints (
  application_id uuid not null,
  generation bigint not null,
  size bigint not null constraint journal_log_checkpoints_size_positive check (size > 0),
  -- Unix seconds, by the signer's clock
  signed_at bigint not null,
  -- Ed25519
  public_key bytea not null constraint journal_log_checkpoints_public_key_length check (octet_length(public_key) = 32),
  -- C2SP tlog-checkpoint, with the signatures of the application's key, of the signer and of witnesses
  note text not null,
  constraint journal_log_checkpoints_pkey primary key (application_id, generation, size)
);

grant select, insert, update on :schema.journal_logs to :runtime_role;
grant select, insert on :schema.journal_tiles to :runtime_role;
grant select, insert on :schema.journal_log_checkpoints to :runtime_role;
