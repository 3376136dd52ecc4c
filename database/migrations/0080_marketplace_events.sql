-- The queue that an administrator entered, to which Amazon sends messages.
create table marketplace_queue (
  id smallint not null default 1 constraint marketplace_queue_pkey primary key constraint marketplace_queue_single check (id = 1),
  url text not null,
  region text not null,
  -- The keys, encrypted; null for those of the machine.
  sealed text,
  entered_by bigint not null constraint marketplace_queue_entered_by_fkey references users,
  entered_at timestamptz not null
);
create index marketplace_queue_entered_by on marketplace_queue (entered_by);

-- What the processes that receive messages know about the queue.
create table marketplace_queue_state (
  id smallint not null default 1 constraint marketplace_queue_state_pkey primary key constraint marketplace_queue_state_single check (id = 1),
  arn text,
  waiting bigint,
  last_answer_at timestamptz,
  last_error text,
  last_error_at timestamptz
);

-- The result of the last check, by type of event.
create table marketplace_subscriptions (
  type text constraint marketplace_subscriptions_pkey primary key,
  state text not null constraint marketplace_subscriptions_state_known check (state in ('ON', 'MISSING', 'ELSEWHERE', 'REFUSED')),
  reason text,
  checked_at timestamptz not null
);

create table marketplace_event_counts (
  type text constraint marketplace_event_counts_pkey primary key,
  received bigint not null default 0,
  duplicates bigint not null default 0,
  outdated bigint not null default 0,
  -- Acknowledged, and nothing reads them.
  unread bigint not null default 0,
  failed bigint not null default 0,
  last_received_at timestamptz
);

-- The received messages of the last days, which make duplicates and disorder harmless.
create table marketplace_events (
  notification_id text constraint marketplace_events_pkey primary key,
  type text not null,
  -- The record that it is about; null when nothing reads it.
  subject text,
  event_at timestamptz not null,
  received_at timestamptz not null
);
create index marketplace_events_subject on marketplace_events (subject, type, event_at);
create index marketplace_events_received_at on marketplace_events (received_at);

-- Messages that could not be processed, until a person tries again or 30 days have passed.
create table marketplace_failed_events (
  id bigint generated always as identity constraint marketplace_failed_events_pkey primary key,
  type text not null,
  body text not null,
  error text not null,
  failed_at timestamptz not null
);
create index marketplace_failed_events_failed_at on marketplace_failed_events (failed_at);

-- What changed on Amazon and must be read again; a newer event of the same record replaces an older one.
create table marketplace_reads (
  kind text not null,
  subject text not null,
  event_at timestamptz not null,
  constraint marketplace_reads_pkey primary key (kind, subject)
);
