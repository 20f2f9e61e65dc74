-- Answers of signing requests are kept beside those of creates. They have a bound of their own: users who sign must not push out answers with access
-- keys, which would be lost wallets.
alter table :schema.idempotency_keys add column of_signature boolean not null default false;
drop index :schema.idempotency_keys_counted_to_idx;
drop index :schema.idempotency_keys_uncounted_idx;
create index idempotency_keys_counted_to_idx on :schema.idempotency_keys (application_id, of_signature, counted_to)
  where counted_to is not null;
create index idempotency_keys_uncounted_idx on :schema.idempotency_keys (application_id, of_signature)
  where counted_to is null and sealed_answer is not null;
