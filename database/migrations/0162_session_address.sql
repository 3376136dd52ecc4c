-- From where a session was opened: an address, or its network. Null for those of before.
alter table sessions add column address text;
