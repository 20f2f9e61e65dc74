-- Since when a feed waits to be read. A reader that takes a feed moves `time_next_poll` before it has read anything, so a feed that can't be read never
-- looked late: this one moves when it was read.
alter table :schema.cursors add column time_due timestamptz not null default now();
