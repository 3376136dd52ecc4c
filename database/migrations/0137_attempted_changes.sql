-- When a change that is sent by itself was last sent. While it has no outcome, the marketplace may have it although its answer was lost.
alter table listing_changes add column attempted_at timestamptz;
