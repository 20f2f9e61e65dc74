-- Kept answers are bounded in bytes for each application. counted_to: up to where an answer reaches when all that were kept of its application stand in
-- one line; so those beyond the bound are found by an index. Null: it runs, or is not counted yet.
alter table :schema.idempotency_keys add column counted_to bigint;
create index idempotency_keys_counted_to_idx on :schema.idempotency_keys (application_id, counted_to) where counted_to is not null;
create index idempotency_keys_uncounted_idx on :schema.idempotency_keys (application_id)
  where counted_to is null and sealed_answer is not null;
