-- When the person of a session last proved who they are; null: at its sign-in.
alter table sessions add column verified_at timestamptz;
