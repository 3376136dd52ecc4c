-- Where other systems receive events. The secret that signs them is encrypted.
create table webhook_endpoints (
  id bigint generated always as identity constraint webhook_endpoints_pkey primary key,
  url text not null,
  description text not null,
  -- Types of events, see contract/src/webhooks/webhook-events.ts.
  events text[] not null,
  sealed text not null,
  state text not null default 'ACTIVE' constraint webhook_endpoints_state_known check (state in ('ACTIVE', 'PAUSED')),
  -- Why Stowage paused it; null when a person did.
  pause_reason text,
  paused_at timestamptz,
  -- Attempts without a success between them, since when, and when the next one is due.
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  last_success_at timestamptz,
  created_by bigint not null constraint webhook_endpoints_created_by_fkey references users,
  created_at timestamptz not null,
  version integer not null default 1
);
create index webhook_endpoints_created_by on webhook_endpoints (created_by);

-- Up to where each history was read for events. A row exists while an endpoint wants events of the history.
create table webhook_cursors (
  source text constraint webhook_cursors_pkey primary key,
  complete_to bigint not null,
  seen_to bigint not null,
  seen_at timestamptz not null default clock_timestamp()
);

create table webhook_events (
  id bigint generated always as identity constraint webhook_events_pkey primary key,
  -- The row of the history that the event tells.
  source text not null,
  source_id bigint not null,
  type text not null,
  -- Events of one record are delivered in order: `unit 7`.
  record text not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  created_at timestamptz not null,
  constraint webhook_events_source_key unique (source, source_id)
);
create index webhook_events_created_at on webhook_events (created_at);

create table webhook_deliveries (
  endpoint_id bigint not null constraint webhook_deliveries_endpoint_fkey references webhook_endpoints on delete cascade,
  event_id bigint not null constraint webhook_deliveries_event_fkey references webhook_events on delete cascade,
  record text not null,
  state text not null default 'PENDING' constraint webhook_deliveries_state_known check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  -- A process is sending it; another one may after this time.
  leased_until timestamptz,
  -- Of the last attempt.
  status integer,
  answer text,
  error text,
  duration_ms integer,
  constraint webhook_deliveries_pkey primary key (endpoint_id, event_id)
);
create index webhook_deliveries_event_id on webhook_deliveries (event_id);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, event_id) where state = 'PENDING';
create index webhook_deliveries_order on webhook_deliveries (endpoint_id, record, event_id) where state = 'PENDING';
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, event_id) where state = 'FAILED';
