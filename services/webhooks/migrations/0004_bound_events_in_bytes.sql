-- What is kept of one application's events and deliveries is bounded in bytes (src/events/event-room-store.ts). bytes: what an event takes with its
-- deliveries. written_to: up to where it reaches when all that was ever recorded for its application stands in one line; so how much may be there
-- is seen from the two ends of the line, and is added up only where that may be too much.
alter table :schema.events add column bytes integer not null default 0, add column written_to bigint not null default 0;
alter table :schema.events no force row level security;
alter table :schema.deliveries no force row level security;
update :schema.events e
   set bytes = 512 + octet_length(payload)
       + 512 * (select count(*) from :schema.deliveries d where d.application_id = e.application_id and d.event_id = e.event_id);
update :schema.events e set written_to = line.written_to
  from (
    select application_id, event_id, sum(bytes) over (partition by application_id order by time_recorded, event_id) as written_to
      from :schema.events
  ) line
 where line.application_id = e.application_id and line.event_id = e.event_id;
alter table :schema.events force row level security;
alter table :schema.deliveries force row level security;
create index events_written_to_idx on :schema.events (application_id, written_to);
