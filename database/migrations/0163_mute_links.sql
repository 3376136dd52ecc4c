-- What the link in a mail mutes: whose mails of which kind. The token says nothing and opens nothing else.
create table mute_links (
  user_id bigint not null constraint mute_links_user_fkey references users,
  kind text not null,
  token text not null constraint mute_links_token_key unique,
  primary key (user_id, kind)
);
