-- The installation has a journal of its own, under an id that no application has: what operators do outside applications, and how people sign in.
alter table :schema.change_outbox drop constraint change_outbox_application_fkey;
