-- E-mail addresses of pre-generated wallets are found by an HMAC whose key only the signers have, no longer by a plain hash that whoever has the
-- database can try addresses on. Addresses are stored nowhere, so a row gets its HMAC, and loses its hash, when its address is asked for the next time.
--! breaking

alter table :schema.wallets
  add column email_mac bytea constraint wallets_email_mac_length check (octet_length(email_mac) = 32),
  drop constraint wallets_pregenerated,
  add constraint wallets_pregenerated check (
    (origin = 'pregenerated') = (email_hash is not null or email_mac is not null)
    and (interface <> 'pregenerated' or origin = 'pregenerated')
  ),
  -- Rows from before keep their hash until then; nobody makes another one, programs from before that still run included.
  add constraint wallets_email_keyed check (email_hash is null) not valid;

create unique index wallets_email_mac_key on :schema.wallets (application_id, email_mac) where email_mac is not null;
