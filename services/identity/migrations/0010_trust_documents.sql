-- Where the keys of a provider's issuer are found: at its jwks_uri, or where OpenID Connect discovery says.
alter table :schema.providers add column key_source text not null default 'jwks_uri'
  constraint providers_key_source_known check (key_source in ('jwks_uri', 'discovery'));
grant update (key_source) on :schema.providers to :runtime_role;

-- The signed document of each application, as witnesses and signers accept it. Applications from before have none until somebody asks for it.
create table :schema.trust_documents (
  application_id uuid not null constraint trust_documents_pkey primary key
    constraint trust_documents_application_fkey references :schema.applications,
  version bigint not null constraint trust_documents_version_positive check (version > 0),
  signed_document bytea not null constraint trust_documents_size check (octet_length(signed_document) <= 524288),
  mac bytea not null constraint trust_documents_mac_length check (octet_length(mac) = 32)
);

-- Signed by the roots alone, for an application with administrators: waits until witnesses accept it, or until the administrators sign a later one.
create table :schema.proposed_trust_documents (
  application_id uuid not null constraint proposed_trust_documents_pkey primary key
    constraint proposed_trust_documents_application_fkey references :schema.applications,
  version bigint not null constraint proposed_trust_documents_version_positive check (version > 0),
  signed_document bytea not null constraint proposed_trust_documents_size check (octet_length(signed_document) <= 524288),
  time_not_before timestamptz not null,
  time_next_try timestamptz not null,
  mac bytea not null constraint proposed_trust_documents_mac_length check (octet_length(mac) = 32)
);
create index proposed_trust_documents_time_next_try_idx on :schema.proposed_trust_documents (time_next_try);

-- The newest root document, of the whole installation.
create table :schema.root_documents (
  id smallint not null constraint root_documents_pkey primary key constraint root_documents_one_row check (id = 1),
  version bigint not null constraint root_documents_version_positive check (version > 0),
  signed_document bytea not null constraint root_documents_size check (octet_length(signed_document) <= 262144),
  mac bytea not null constraint root_documents_mac_length check (octet_length(mac) = 32)
);

alter table :schema.trust_documents enable row level security;
alter table :schema.trust_documents force row level security;
create policy trust_documents_tenant on :schema.trust_documents for all using (
  application_id::text = current_setting('app.application_id', true)
  or current_setting('app.every_application', true) = 'on');
alter table :schema.proposed_trust_documents enable row level security;
alter table :schema.proposed_trust_documents force row level security;
create policy proposed_trust_documents_tenant on :schema.proposed_trust_documents for all using (
  application_id::text = current_setting('app.application_id', true)
  or current_setting('app.every_application', true) = 'on');

create trigger trust_documents_version_never_falls before update on :schema.trust_documents
  for each row execute function :schema.never_falls('version');
create trigger root_documents_version_never_falls before update on :schema.root_documents
  for each row execute function :schema.never_falls('version');

revoke all on :schema.trust_documents, :schema.proposed_trust_documents, :schema.root_documents from :runtime_role;
grant select, insert on :schema.trust_documents, :schema.proposed_trust_documents, :schema.root_documents to :runtime_role;
grant update (version, signed_document, mac) on :schema.trust_documents, :schema.root_documents to :runtime_role;
grant update (version, signed_document, time_not_before, time_next_try, mac) on :schema.proposed_trust_documents to :runtime_role;
grant delete on :schema.proposed_trust_documents to :runtime_role;
