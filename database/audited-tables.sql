-- Which tables write to the audit log, and why the others don't. Applied after the migrations whenever it changed: it may be
-- edited, and a new table must be named here, or a test fails.

-- Masters, settings and decisions. What imports write is summed up where it is much. A column of a secret or of something personal is hidden: its change is told, not its content.
call audit_writes('users', hidden => '{email,name,password_hash,totp_secret}', ignored => '{roles_changed_at,totp_last_step,last_seen_at}');
call audit_writes('user_settings', key => '{user_id,name}', hidden => '{value}', ignored => '{updated_at}');
call audit_writes('email_settings', key => '{is_only}');
call audit_writes('notification_channels', key => '{user_id,kind}');
call audit_writes('products', ignored => '{updated_at,revision,client_id}', is_summed => true);
call audit_writes('product_gtins', key => '{gtin14}', is_summed => true);
call audit_writes('listings', ignored => '{updated_at}', is_summed => true);
call audit_writes('locations');
call audit_writes('dispositions');
call audit_writes('claim_windows', key => '{marketplace_id,claim_type}');
call audit_writes('case_templates', key => '{template_key}', ignored => '{updated_at,updated_by}');
call audit_writes('return_cases', hidden => '{problem_description}', ignored => '{updated_at,status_rank,photo_count,words}');
call audit_writes('case_reimbursements');
call audit_writes('return_extras', key => '{removal_shipment_id}', ignored => '{confirmed_at}');
call audit_writes('competitors');
call audit_writes('map_settings', key => '{is_only}');
call audit_writes('pricing_settings', key => '{is_only}');
call audit_writes('price_approvals', key => '{seller_sku}');
call audit_writes('marketplace_credentials', hidden => '{sealed}');
call audit_writes('connected_account');
call audit_writes('count_sessions', ignored => '{held_at,holder_id,holder_device}');
call audit_writes('vendor_credits', ignored => '{po_number}');
call audit_writes('vendor_invoices', ignored => '{number_key,vendor_key,version,client_digest}');
call audit_writes('vendor_invoice_lines', key => '{invoice_id,line_number}');
call audit_writes('vendor_invoice_files', key => '{invoice_id,id}', ignored => '{sha256,is_held}');
call audit_writes('invoicing_settings', key => '{is_only}');
call audit_writes('vendor_contacts', key => '{vendor_key}', hidden => '{credit_email}');
call audit_writes('index_suggestions', ignored => '{progress_percent,progress_text,size_bytes,writes,found_at,improvement_percent}');
call audit_writes('documents', ignored => '{place,words,source_key}', is_summed => true, told => '{"store":"OWN"}');

-- The others.
delete from unaudited_tables;
insert into unaudited_tables (name, why) values
  ('audit_entries', 'is the audit log'),
  ('unaudited_tables', 'is this list'),
  ('index_suggestion_statements', 'is what the database counted'),
  ('index_sightings', 'is what the database shows'),
  ('table_write_counts', 'is what the database counted'),
  ('stock_movements', 'is append-only: the ledger'),
  ('units', 'follows from the ledger'),
  ('stock_counts', 'follows from the ledger'),
  ('location_counts', 'follows from the ledger'),
  ('listing_counts', 'follows from the ledger'),
  ('title_words', 'follows from the products'),
  ('audit_rounds', 'is written in the ledger'),
  ('audit_marks', 'is written in the ledger'),
  ('audit_misses', 'is a history: what was scanned and not counted, by whom'),
  ('count_session_locations', 'follows from the count'),
  ('count_lines', 'follows from what was counted, and posts to the ledger'),
  ('count_entries', 'is a history: who counted what'),
  ('return_grades', 'is a history: a grade is voided, never changed'),
  ('return_packages', 'is a history: which box arrived, and who had it in hand first'),
  ('case_events', 'is a history: what was done to a case'),
  ('case_totals', 'follows from the cases'),
  ('case_missing_shots', 'is told by the case''s history'),
  ('upload_links', 'is told by the history of the case, the order or the line'),
  ('photos', 'is told by the history of the case, the order or the line'),
  ('partial_photos', 'is half a photo'),
  ('purchase_order_uploads', 'is a history: each file, and who saved it'),
  ('purchase_order_upload_rows', 'is what the file said'),
  ('purchase_orders', 'is told by the history of purchasing'),
  ('purchase_order_lines', 'is told by the history of purchasing'),
  ('packing_lists', 'is told by the history of purchasing'),
  ('packing_list_lines', 'is told by the history of purchasing'),
  ('packing_list_decisions', 'is told by the history of purchasing'),
  ('packing_list_set_aside_units', 'is told by the history of purchasing'),
  ('packing_list_files', 'is told by the history of purchasing'),
  ('packing_list_codes', 'is told by the history of purchasing'),
  ('purchasing_changes', 'is the history of purchasing'),
  ('receipts', 'is told by the history of purchasing and the ledger'),
  ('unexpected_scans', 'says who scanned and who settled it'),
  ('vendor_invoice_matches', 'follows from orders, receipts, invoices and credits'),
  ('purchase_order_money', 'follows from orders, receipts, invoices and credits'),
  ('purchase_order_sums', 'follows from the money of the orders'),
  ('vendor_invoice_sums', 'follows from the invoices'),
  ('vendor_invoice_exceptions', 'follows from the invoices and their matches'),
  ('vendor_invoice_exception_sums', 'follows from the exceptions'),
  ('vendor_credit_sums', 'follows from the credits'),
  ('movement_sums', 'follows from the ledger and the scans'),
  ('shipment_sums', 'follows from the orders'),
  ('case_sums', 'follows from the cases'),
  ('slow_figures', 'follows from the stock'),
  ('figure_days', 'is a measurement'),
  ('price_list_uploads', 'is a history: each file, and who took it back'),
  ('price_list_upload_rows', 'is what the file said'),
  ('price_list_refused_rows', 'is what the file said'),
  ('price_list_items', 'is told by the changes of each file'),
  ('price_list_words', 'follows from the price lists'),
  ('price_list_changes', 'is the history of the price lists'),
  ('price_list_total', 'follows from the price lists'),
  ('listing_jobs', 'is a history: each job, and who started it'),
  ('listing_changes', 'is the history of what was sent'),
  ('listing_acknowledgements', 'is what the marketplace said: what people send by themselves is an entry'),
  ('listing_feeds', 'is the history of what was sent'),
  ('listing_rereads', 'is what the marketplace said'),
  ('pricing_decisions', 'is a history: each decision of each job'),
  ('sku_assignments', 'is a history: before and after, by job'),
  ('shipment_sales_requests', 'is a history: what was asked for, and by whom'),
  ('shipment_sales', 'is what the marketplace said'),
  ('job_runs', 'is a history: each job, and who asked for it'),
  ('job_run_lines', 'is the log of a job'),
  ('sessions', 'is a history: each sign-in, and how it ended'),
  ('refresh_tokens', 'is a secret of its session'),
  ('recovery_codes', 'is a secret of its user; each is used once'),
  ('account_links', 'is a history: who was sent a link, and when it was used'),
  ('mails', 'is the log of mails'),
  ('mail_attachments', 'leave with their mails'),
  ('vendor_invoice_payments', 'is a history: each payment changes what is paid of its audited invoice'),
  ('credit_requests', 'is a history: what was asked, by whom, and what became of the mail'),
  ('notifications', 'is what people were told of'),
  ('mute_links', 'is what mails lead to: what it changes is audited'),
  ('sign_in_failures', 'is a count that expires'),
  ('failed_sign_ins', 'is a history: for which account, and from where'),
  ('idempotency_keys', 'is what a command answered, for when it is sent again'),
  ('page_vitals', 'is a measurement'),
  ('fee_lookups', 'is what the marketplace said'),
  ('map_samples', 'is what the marketplace said'),
  ('map_sample_days', 'follows from the samples'),
  ('map_snapshots', 'is what the marketplace said'),
  ('map_violation_days', 'follows from the snapshots'),
  ('import_marks', 'is how far an import came'),
  ('marketplace_listings', 'is what the marketplace said'),
  ('marketplace_health', 'is a measurement'),
  ('feed_submissions', 'is how far a feed came'),
  ('removal_shipments', 'is what the marketplace said'),
  ('customer_returns', 'is what the marketplace said'),
  ('reimbursements', 'is what the marketplace said'),
  ('orders', 'is what the marketplace said, and is told by the history of orders'),
  ('order_items', 'is what the marketplace said'),
  ('order_pieces', 'is told by the history of orders and the ledger'),
  ('order_shipments', 'is told by the history of orders'),
  ('order_boxes', 'is told by the history of orders'),
  ('order_box_items', 'is told by the history of orders'),
  ('order_packages', 'is what the marketplace said'),
  ('order_recipients', 'is told by the history of orders: who looked, and why'),
  ('order_events', 'is the history of orders'),
  ('document_versions', 'is a history: what stood there before'),
  ('order_alerts', 'says what was told by notifications'),
  ('catalogue_items', 'is what the marketplace said'),
  ('competitor_offers', 'is what the marketplace said'),
  ('offer_samples', 'is what the marketplace said'),
  ('reference_prices', 'is what the marketplace said'),
  ('fee_estimates', 'is what the marketplace said'),
  ('fba_inventory', 'is what the marketplace said');
