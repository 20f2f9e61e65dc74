-- Sums of long windows are read for every signature: each payload now stands once with all its amount, in the row of its earliest reservation, so
-- that nothing has to be grouped, and the index holds all that is summed. Rows of one payload from before count each for itself: too strict until
-- the window has passed, never too lax.
alter table :schema.spending_reservations drop constraint spending_reservations_amount_positive;
alter table :schema.spending_reservations add constraint spending_reservations_amount_positive check (amount >= 0);
drop index :schema.spending_reservations_wallet_idx;
create index spending_reservations_wallet_idx
  on :schema.spending_reservations (application_id, wallet_id, asset, time) include (amount, payload_hash);
create index spending_reservations_payload_idx
  on :schema.spending_reservations (application_id, wallet_id, payload_hash);
grant update on :schema.spending_reservations to :runtime_role;
