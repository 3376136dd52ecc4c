-- What somebody said that a code is on a list: the next beep of it is that line, too.
create table packing_list_codes (
  packing_list_id bigint not null,
  code_key text not null constraint packing_list_codes_upper check (code_key = upper(code_key)),
  purchase_order_line_id bigint not null,
  constraint packing_list_codes_pkey primary key (packing_list_id, code_key),
  constraint packing_list_codes_line_fkey foreign key (packing_list_id, purchase_order_line_id) references packing_list_lines on delete cascade
);
create index packing_list_codes_line on packing_list_codes (packing_list_id, purchase_order_line_id);
