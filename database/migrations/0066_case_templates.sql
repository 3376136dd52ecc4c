-- E-mails about cases, with placeholders that are filled from the case.

create table case_templates (
  template_key text primary key constraint case_templates_key_shape check (template_key ~ '^[a-z0-9-]{1,60}$'),
  template_name text not null constraint case_templates_name_filled check (template_name <> ''),
  subject_template text not null,
  body_template text not null,
  updated_at timestamptz not null default now(),
  updated_by bigint constraint case_templates_updated_by_fkey references users
);
create index case_templates_updated_by on case_templates (updated_by);

insert into case_templates (template_key, template_name, subject_template, body_template) values
  ('wrong-item', 'Wrong item in a removal order', 'Removal order {{REMOVAL_ORDER_ID}}: wrong item received for FNSKU {{FNSKU}}',
   E'Hello,\n\nIn removal order {{REMOVAL_ORDER_ID}} (tracking number {{TRACKING}}) we were sent {{QTY}} unit(s) that are not the listed product.\n\nProduct: {{PRODUCT_NAME}}\nASIN: {{ASIN}}\nFNSKU: {{FNSKU}}\nSKU: {{SELLER_SKU}}\nDisposition: {{AMAZON_DISPOSITION}}\n\nPhotos of the shipping box, the labels and what was inside are attached. Please reimburse these units.\n\nThank you'),
  ('damaged', 'Damaged units in a removal order', 'Removal order {{REMOVAL_ORDER_ID}}: {{QTY}} damaged unit(s) of FNSKU {{FNSKU}}',
   E'Hello,\n\n{{QTY}} unit(s) of removal order {{REMOVAL_ORDER_ID}} (tracking number {{TRACKING}}) arrived damaged.\n\nProduct: {{PRODUCT_NAME}}\nASIN: {{ASIN}}\nFNSKU: {{FNSKU}}\nSKU: {{SELLER_SKU}}\nDisposition: {{AMAZON_DISPOSITION}}\n\nPhotos of the box, the packaging and the damage are attached. Please reimburse these units.\n\nThank you'),
  ('short', 'Units missing from a removal order', 'Removal order {{REMOVAL_ORDER_ID}}: {{QTY}} unit(s) of FNSKU {{FNSKU}} missing',
   E'Hello,\n\nThe box of removal order {{REMOVAL_ORDER_ID}} (tracking number {{TRACKING}}) was {{QTY}} unit(s) short.\n\nProduct: {{PRODUCT_NAME}}\nASIN: {{ASIN}}\nFNSKU: {{FNSKU}}\nSKU: {{SELLER_SKU}}\nDisposition: {{AMAZON_DISPOSITION}}\n\nPhotos of the box with its label, the packing slip and what was inside are attached. Please reimburse these units.\n\nThank you');
