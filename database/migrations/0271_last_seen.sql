-- When somebody was last seen outlives their sessions, which are forgotten a month after their end. Null: never.
alter table users add column last_seen_at timestamptz;

-- Nobody changed the accounts: the audit log tells nothing of it.
alter table users disable trigger user;
update users u set last_seen_at = s.last_seen_at
from (select user_id, max(last_seen_at) as last_seen_at from sessions group by user_id) s where s.user_id = u.id;
alter table users enable trigger user;
