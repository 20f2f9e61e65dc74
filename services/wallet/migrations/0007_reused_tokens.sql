-- Whether the token of a change had been used for something else before, on its way to the journal.
alter table :schema.journal_outbox add column token_reused boolean not null default false;
