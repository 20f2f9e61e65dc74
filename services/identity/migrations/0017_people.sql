-- People who sign in with passkeys, their sessions, and their roles. Everything but the roles is of the installation.
create table :schema.people (
  person_id uuid not null constraint people_pkey primary key,
  name text not null constraint people_name_length check (char_length(name) between 1 and 255),
  is_operator boolean not null,
  time_created timestamptz not null,
  time_disabled timestamptz,
  mac bytea not null constraint people_mac_length check (octet_length(mac) = 32)
);
grant select, insert, update (is_operator, time_disabled, mac) on :schema.people to :runtime_role;

-- An invitation is used once, to make a passkey. Then its row goes. A person has one at most.
create table :schema.invitations (
  person_id uuid not null constraint invitations_pkey primary key
    constraint invitations_person_fkey references :schema.people (person_id),
  invitation_id uuid not null constraint invitations_invitation_id_key unique,
  hash bytea not null constraint invitations_hash_length check (octet_length(hash) = 32),
  time_expires timestamptz not null,
  mac bytea not null constraint invitations_mac_length check (octet_length(mac) = 32)
);
grant select, insert, update, delete on :schema.invitations to :runtime_role;

-- `credential_id` is base64url.
create table :schema.passkeys (
  credential_id text not null constraint passkeys_pkey primary key
    constraint passkeys_credential_id_length check (octet_length(credential_id) between 1 and 1364),
  person_id uuid not null constraint passkeys_person_fkey references :schema.people (person_id),
  label text not null constraint passkeys_label_length check (char_length(label) <= 255),
  algorithm integer not null,
  public_key bytea not null constraint passkeys_public_key_size check (octet_length(public_key) <= 2048),
  sign_count bigint not null,
  is_backed_up boolean not null,
  time_created timestamptz not null,
  time_last_used timestamptz,
  mac bytea not null constraint passkeys_mac_length check (octet_length(mac) = 32)
);
create index passkeys_person_id_idx on :schema.passkeys (person_id);
grant select, insert, delete, update (sign_count, is_backed_up, time_last_used, mac) on :schema.passkeys to :runtime_role;

-- Answers of passkeys that were taken, until they could not be taken any more: none is taken twice.
create table :schema.used_challenges (
  challenge text not null constraint used_challenges_pkey primary key
    constraint used_challenges_challenge_length check (octet_length(challenge) <= 64),
  time_expires timestamptz not null
);
create index used_challenges_time_expires_idx on :schema.used_challenges (time_expires);
grant select, insert, delete on :schema.used_challenges to :runtime_role;

create table :schema.sessions (
  session_id uuid not null constraint sessions_pkey primary key,
  person_id uuid not null constraint sessions_person_fkey references :schema.people (person_id),
  hash bytea not null constraint sessions_hash_length check (octet_length(hash) = 32),
  time_created timestamptz not null,
  time_expires timestamptz not null,
  time_last_used timestamptz not null,
  time_step_up_ends timestamptz not null,
  mac bytea not null constraint sessions_mac_length check (octet_length(mac) = 32)
);
create index sessions_person_id_idx on :schema.sessions (person_id);
create index sessions_time_expires_idx on :schema.sessions (time_expires);
grant select, insert, delete, update (time_last_used, time_step_up_ends, mac) on :schema.sessions to :runtime_role;

create table :schema.members (
  application_id uuid not null
    constraint members_application_fkey references :schema.applications (application_id),
  person_id uuid not null constraint members_person_fkey references :schema.people (person_id),
  role text not null constraint members_role check (role in ('owner', 'developer', 'auditor', 'support')),
  time_created timestamptz not null,
  mac bytea not null constraint members_mac_length check (octet_length(mac) = 32),
  constraint members_pkey primary key (application_id, person_id)
);
-- The applications of a person.
create index members_person_id_idx on :schema.members (person_id);
alter table :schema.members enable row level security;
alter table :schema.members force row level security;
create policy members_tenant on :schema.members
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');
grant select, insert, delete, update (role, mac) on :schema.members to :runtime_role;
