-- Wallets with their sealed records, and the wrapped key of each application.
--
-- A wallet row is first a reservation: it has a lease and no key. Whoever holds the lease asks the signer for a key and fills the row, once. When the
-- lease has run out without a key, somebody else may take it over. So no two keys are ever minted for one owner and chain by live replicas,
-- and no address is ever returned that is not the stored one.
create table :schema.wallets (
  wallet_id uuid constraint wallets_pkey primary key,
  application_id uuid not null,
  -- whose rules the wallet follows: express = one wallet per owner and chain
  interface text not null constraint wallets_interface_known check (interface in ('express')),
  owner_issuer text not null,
  owner_subject text not null,
  chain text not null constraint wallets_chain_known check (chain in ('ETH', 'SOL', 'BTC')),
  network text not null,
  -- of the sealed record: 1 at creation, one more at every re-sealing; 0 = reserved, not made yet
  record_version integer not null,
  sealed bytea,
  public_key bytea,
  address text,
  lease_id uuid,
  lease_ends timestamptz,
  time_created timestamptz not null,
  constraint wallets_reserved_or_made check (
    (record_version = 0 and sealed is null and public_key is null and address is null and lease_id is not null and lease_ends is not null)
    or (record_version > 0 and sealed is not null and public_key is not null and address is not null and lease_id is null and lease_ends is null)
  )
);
create unique index wallets_express_owner_key on :schema.wallets (application_id, owner_issuer, owner_subject, chain)
  where interface = 'express';

-- wrapped_key opens only inside the signer.
create table :schema.application_keys (
  application_id uuid constraint application_keys_pkey primary key,
  wrapped_key bytea not null,
  time_created timestamptz not null
);

-- Second line of tenant isolation: a transaction sees the rows of the application that it names.
alter table :schema.wallets enable row level security;
alter table :schema.wallets force row level security;
create policy wallets_tenant on :schema.wallets
  using (application_id::text = current_setting('app.application_id', true));

alter table :schema.application_keys enable row level security;
alter table :schema.application_keys force row level security;
create policy application_keys_tenant on :schema.application_keys
  using (application_id::text = current_setting('app.application_id', true));

grant usage on schema :schema to :runtime_role;
grant select, insert, update on :schema.wallets to :runtime_role;
grant select, insert on :schema.application_keys to :runtime_role;
