-- few rows: one per order that was sent by hand
-- Its document shows what the lines cost. Only these have this type and this area: uploads of the type have another.
update documents set area = 'costs.read' where type = 'OTHER' and area = 'purchasing.read' and link_kind = 'PURCHASE_ORDER';
