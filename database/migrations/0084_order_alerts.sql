-- What people were told of an order: of each cause once.
create table order_alerts (
  order_id text not null constraint order_alerts_order_fkey references orders on delete cascade,
  cause text not null constraint order_alerts_cause_known check (cause in ('CANCEL_REQUEST', 'DUE')),
  at timestamptz not null default now(),
  primary key (order_id, cause)
);

-- Buyers who wait for an answer, who are few.
create index orders_cancel_open on orders (order_id) where stage = 'TO_SHIP' and is_cancel_requested and cancel_answer is null;
