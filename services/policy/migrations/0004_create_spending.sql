-- What wallets spent in the windows that policies limit. An amount counts from the moment it is reserved, before anything is signed, and
-- stops counting when it is released. The same payload signed again spends nothing more, so amounts of one payload count once.
create table :schema.spending_reservations (
  reservation_id text not null,
  application_id text not null,
  wallet_id text not null,
  asset text not null,
  payload_hash bytea not null constraint spending_reservations_payload_hash_length check (octet_length(payload_hash) = 32),
  amount numeric(160, 0) not null constraint spending_reservations_amount_positive check (amount > 0),
  time timestamptz not null,
  constraint spending_reservations_pkey primary key (reservation_id, asset)
);
create index spending_reservations_wallet_idx
  on :schema.spending_reservations (application_id, wallet_id, asset, time);
create index spending_reservations_time_idx on :schema.spending_reservations (time);

-- One row a wallet, locked while its sums are read and raised: so concurrent requests are counted one after the other.
create table :schema.spending_wallets (
  application_id text not null,
  wallet_id text not null,
  reservations bigint not null,
  constraint spending_wallets_pkey primary key (application_id, wallet_id)
);

alter table :schema.spending_reservations enable row level security;
alter table :schema.spending_reservations force row level security;
create policy spending_reservations_tenant on :schema.spending_reservations
  using (application_id = current_setting('app.application_id', true) or current_setting('app.every_application', true) = 'on');
alter table :schema.spending_wallets enable row level security;
alter table :schema.spending_wallets force row level security;
create policy spending_wallets_tenant on :schema.spending_wallets
  using (application_id = current_setting('app.application_id', true));

grant select, insert, delete on :schema.spending_reservations to :runtime_role;
grant select, insert, update on :schema.spending_wallets to :runtime_role;
