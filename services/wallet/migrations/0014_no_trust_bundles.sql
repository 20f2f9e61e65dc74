-- Signers are brought what identity has, which witnesses confirm. Nothing of it is kept here.
drop table :schema.trust_bundles;
