-- Which request an event is about, so that what was sent about it is found. Null where that is unknown, such as in events of earlier
-- versions. It is not sent, and no MAC covers it: what is found is checked as before.
alter table :schema.events add column trace_id text;
create index events_trace_id_idx on :schema.events (application_id, trace_id) where trace_id is not null;
