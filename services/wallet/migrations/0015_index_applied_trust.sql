-- Finds what signers were last given to trust, with which the next is compared.
create index journal_entries_trust on :schema.journal_entries (application_id, seq) where operation = 'trust.applied';
