-- Credit requests go out as mails, with the document that shows how the goods were received.

-- Files that leave with a mail, and are forgotten with what it said.
create table mail_attachments (
  mail_id bigint not null constraint mail_attachments_mail_fkey references mails on delete cascade,
  name text not null,
  media_type text not null,
  content bytea not null,
  constraint mail_attachments_pkey primary key (mail_id, name)
);
-- Whom an answer goes to: a person wrote the mail.
alter table mails add column reply_to text constraint mails_reply_to_shape check (reply_to ~ '^[^@\s]+@[^@\s]+$');

-- Where vendors are written to.
create table vendor_contacts (
  vendor_key text primary key,
  credit_email text not null constraint vendor_contacts_credit_email_shape check (credit_email ~ '^[^@\s]+@[^@\s]+$')
);

-- What a vendor was asked for, by which mail, and what became of it.
create table credit_requests (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null constraint credit_requests_order_fkey references purchase_orders,
  -- the id that the page gave it: what makes a retry count once
  client_id text not null constraint credit_requests_client_id_key unique,
  -- null when the mail was forgotten
  mail_id bigint constraint credit_requests_mail_fkey references mails on delete set null,
  recipient text not null,
  subject text not null,
  amount numeric(16, 2) not null,
  credits integer not null,
  requested_by bigint not null constraint credit_requests_requested_by_fkey references users,
  requested_at timestamptz not null,
  -- as the mail's own, beyond its end
  state text not null default 'QUEUED' constraint credit_requests_state_known check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'KEPT')),
  last_error text,
  sent_at timestamptz
);
create index credit_requests_order on credit_requests (purchase_order_id, id);
create index credit_requests_mail on credit_requests (mail_id) where mail_id is not null;
create index credit_requests_requested_by on credit_requests (requested_by);

create function follow_credit_request_mail() returns trigger language plpgsql as $$
begin
  update credit_requests set state = new.state, last_error = new.last_error, sent_at = new.sent_at where mail_id = new.id;
  return null;
end $$;
create trigger mails_of_credit_requests after update on mails
  for each row when (new.kind = 'credit-request') execute function follow_credit_request_mail();
