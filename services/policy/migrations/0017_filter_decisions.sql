-- What decisions are found by. A user is SHA-256 over issuer and subject; user and trace of older decisions are not known.
alter table :schema.decisions
  add column wallet_id text,
  add column outcome text,
  add column user_hash bytea constraint decisions_user_hash_length check (octet_length(user_hash) = 32),
  add column trace_id text;
alter table :schema.decisions no force row level security;
update :schema.decisions set wallet_id = record_json::jsonb ->> 'wallet_id', outcome = record_json::jsonb ->> 'outcome';
alter table :schema.decisions force row level security;
create index decisions_wallet_idx on :schema.decisions (application_id, wallet_id, decision_id);
create index decisions_user_idx on :schema.decisions (application_id, user_hash, decision_id) where user_hash is not null;
create index decisions_trace_idx on :schema.decisions (application_id, trace_id, decision_id) where trace_id is not null;
create index decisions_refused_idx on :schema.decisions (application_id, outcome, decision_id) where outcome <> 'allow';
