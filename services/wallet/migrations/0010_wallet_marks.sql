-- What an application has had made once: its key, each user's Express wallet, the wallet of each e-mail address, each claim. The runtime role can add marks
-- and neither change nor remove one, so that a wallet, a claim or a key that is gone is known to be gone, and is not made anew in silence.
-- `name`: SHA-256; src/wallets/wallet-marks-store.ts says of what.
create table :schema.wallet_marks (
  application_id uuid not null,
  name bytea not null constraint wallet_marks_name_length check (octet_length(name) = 32),
  -- The wallet that was made; null where it is about none.
  wallet_id uuid,
  constraint wallet_marks_pkey primary key (application_id, name)
);

alter table :schema.wallet_marks enable row level security;
alter table :schema.wallet_marks force row level security;
create policy wallet_marks_tenant on :schema.wallet_marks using (application_id::text = current_setting('app.application_id', true));
grant select, insert on :schema.wallet_marks to :runtime_role;

-- Of every tenant, once.
alter table :schema.wallet_marks no force row level security;
alter table :schema.wallets no force row level security;
alter table :schema.application_keys no force row level security;
insert into :schema.wallet_marks (application_id, name)
  select application_id, sha256('application-key') from :schema.application_keys;
insert into :schema.wallet_marks (application_id, name, wallet_id)
  select application_id,
    sha256(convert_to('express:' || chain || ':' || octet_length(owner_issuer) || ':' || owner_issuer || owner_subject, 'UTF8')), wallet_id
  from :schema.wallets where interface = 'express' and record_version > 0
  union all
  select application_id, sha256('email:' || email_mac), wallet_id
  from :schema.wallets where email_mac is not null and record_version > 0
  union all
  select application_id, sha256('email-hash:' || email_hash), wallet_id
  from :schema.wallets where email_hash is not null and record_version > 0
  union all
  select application_id, sha256(convert_to('claimed:' || wallet_id, 'UTF8')), wallet_id
  from :schema.wallets where origin = 'pregenerated' and interface <> 'pregenerated' and record_version > 0;
alter table :schema.wallet_marks force row level security;
alter table :schema.wallets force row level security;
alter table :schema.application_keys force row level security;
