-- What a secret key is for, in the operator's words. The MAC of a row covers it; rows without one keep the MAC that they have.
alter table :schema.secret_keys add column label text not null default ''
  constraint secret_keys_label_length check (char_length(label) <= 255);
grant update (label) on :schema.secret_keys to :runtime_role;
