-- allowed_origins: the web pages that may call Express. claim_possible: what happens to a login while a pre-generated wallet waits for its address.
alter table :schema.applications
  add column allowed_origins text[] not null default '{}'
    constraint applications_allowed_origins_count check (cardinality(allowed_origins) <= 50),
  add column claim_possible text not null default 'refuse'
    constraint applications_claim_possible_known check (claim_possible in ('refuse', 'skip'));
grant update (allowed_origins, claim_possible) on :schema.applications to :runtime_role;
