-- What a secret key is limited to, and until when it is valid. Null: no limit. The code writes both into the MAC only if one of them is set, so that
-- the rows of before keep theirs. Nobody may change them: a key with other limits is another key.
alter table :schema.secret_keys
  add column scopes text[]
    constraint secret_keys_scopes_count check (cardinality(scopes) between 1 and 32),
  add column time_expires timestamptz;
