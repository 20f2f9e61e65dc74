-- What a failover lost, and how replicas notice it. Nothing here belongs to one tenant alone: no row-level security.

-- One row for each replica. Every second it writes the next number, so that on another server it sees from its own
-- row up to when that server has everything.
create table :schema.replica_beats (
  replica_id uuid not null,
  -- The server that the replica has compared with what it was told.
  server text not null,
  beat bigint not null,
  time_beaten timestamptz not null,
  constraint replica_beats_pkey primary key (replica_id)
);
grant select, insert, update, delete on :schema.replica_beats to :runtime_role;

-- Until an operator accepts it, nothing is done for the application. The application of zeros: for any.
create table :schema.losses (
  application_id uuid not null,
  loss_id uuid not null,
  replica_id uuid not null,
  wallets integer not null,
  entries integer not null,
  time_noticed timestamptz not null,
  time_accepted timestamptz,
  constraint losses_pkey primary key (application_id, loss_id)
);
create index losses_open on :schema.losses (application_id) where time_accepted is null;
grant select, insert, update (time_accepted) on :schema.losses to :runtime_role;
