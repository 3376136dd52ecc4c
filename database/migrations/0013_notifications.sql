-- Notifications of people.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint notifications_user_fkey references users,
  kind text not null,
  title text not null,
  body text,
  -- the record that it is about, and the page of that record
  record_kind text not null,
  record_id text not null,
  path text not null constraint notifications_path_shape check (path ~ '^/[^/]'),
  -- the same cause notifies a person once
  key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  snoozed_until timestamptz,
  -- false for people who want this kind by mail only
  is_shown boolean not null default true,
  -- included in the next daily mail
  is_for_digest boolean not null default false,
  constraint notifications_key unique (user_id, key)
);
create index notifications_user_id on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_for_digest on notifications (user_id) where is_for_digest;
create index notifications_created_at on notifications (created_at);

-- A person's choice of channels for a kind of notification, where it differs from the default.
create table notification_channels (
  user_id bigint not null constraint notification_channels_user_fkey references users,
  kind text not null,
  in_app boolean not null,
  email text not null constraint notification_channels_email_known check (email in ('NONE', 'NOW', 'DAILY')),
  primary key (user_id, kind)
);

-- The link in a mail that mutes this kind of mail for this person. The token grants nothing else.
create table mute_links (
  user_id bigint not null constraint mute_links_user_fkey references users,
  kind text not null,
  token text not null constraint mute_links_token_key unique,
  primary key (user_id, kind)
);

create table email_settings (
  is_only boolean primary key default true constraint email_settings_one_row check (is_only),
  enabled boolean not null default false,
  recipients text[] not null default '{}',
  batch_process_notifications boolean not null default false
);

insert into email_settings default values;
