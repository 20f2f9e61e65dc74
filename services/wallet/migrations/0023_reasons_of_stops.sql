-- An application is also stopped when its journal lacks what was signed. Then nothing is written to its journal, so nothing is signed. It can still be
-- read. Older versions stop it altogether.
alter table :schema.losses
  add column reason text not null default 'confirmed-lost' constraint losses_reason_known
    check (reason in ('confirmed-lost', 'journal-rolled-back', 'journal-forked', 'journal-broken')),
  -- JSON of what was found
  add column details text not null default '{}';
