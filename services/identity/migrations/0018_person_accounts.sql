-- People may sign in with the identity provider of the installation, too. Their address says who is invited.
alter table :schema.people add column email text
  constraint people_email_length check (char_length(email) between 3 and 320);
create index people_email_idx on :schema.people (email) where email is not null;

-- Whom the provider means by a subject. A person has one account of it at most.
create table :schema.person_accounts (
  issuer text not null constraint person_accounts_issuer_length check (octet_length(issuer) between 1 and 512),
  subject text not null constraint person_accounts_subject_length check (char_length(subject) between 1 and 255),
  person_id uuid not null constraint person_accounts_person_fkey references :schema.people (person_id),
  time_created timestamptz not null,
  mac bytea not null constraint person_accounts_mac_length check (octet_length(mac) = 32),
  constraint person_accounts_pkey primary key (issuer, subject),
  constraint person_accounts_person_id_key unique (person_id, issuer)
);
grant select, insert, delete on :schema.person_accounts to :runtime_role;
