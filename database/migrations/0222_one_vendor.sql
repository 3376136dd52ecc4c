-- Where a vendor is written to is kept for the vendor in any spelling; a credit that was sent twice is one.
delete from vendor_contacts c using vendor_contacts o where vendor_identity(o.vendor_key) = vendor_identity(c.vendor_key) and o.vendor_key > c.vendor_key;
update vendor_contacts set vendor_key = vendor_identity(vendor_key) where vendor_key <> vendor_identity(vendor_key);

alter table vendor_credits add column client_id text constraint vendor_credits_client_id_key unique;
