-- What was to be signed, sealed under a key of this one decision, so that the decision can be taken again by other rules. Null: from before there
-- was this column. Empty: it was too large.
alter table :schema.decisions add column request bytea;
