-- A note whose answer was lost is sent again: under its id it is the same one.
alter table order_events add column client_note_id text;
create unique index order_events_client_note_id on order_events (client_note_id) where client_note_id is not null;
