-- One MAC as the other services have it, in the place of the seals, which no release has written: rows are adopted as those of a release without any.
alter table :schema.applications drop column seal, add column mac bytea;
alter table :schema.secret_keys drop column seal, add column mac bytea;
alter table :schema.providers drop column seal, add column mac bytea;
alter table :schema.key_sets drop column seal, add column mac bytea;
