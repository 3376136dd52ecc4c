-- A customer's order has documents too.
alter table documents drop constraint documents_link_known;
alter table documents add constraint documents_link_known
  check (link_kind in ('PRODUCT', 'PURCHASE_ORDER', 'PACKING_LIST', 'INVOICE', 'CASE', 'ORDER', 'FEED', 'JOB'));
