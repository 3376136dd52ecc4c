-- Which tables write to the audit log, and why the others don't. A new table must be named here: a test checks it.

-- Master data, settings and decisions. Secrets and personal data are hidden: the log shows that they changed, not their content.
call audit_writes('users', hidden => '{email,name,password_hash,totp_secret}', ignored => '{roles_changed_at,totp_last_step,last_seen_at}');
call audit_writes('api_keys', hidden => '{token_hash}', ignored => '{last_used_at,last_used_address}');
call audit_writes('webhook_endpoints', hidden => '{sealed}', ignored => '{failures,failing_since,retry_at,last_success_at,version}');
call audit_writes('user_settings', key => '{user_id,name}', hidden => '{value}', ignored => '{updated_at}');
call audit_writes('list_views', ignored => '{version,updated_at}');
call audit_writes('email_settings', key => '{is_only}');
call audit_writes('sign_in_policy', key => '{is_only}');
call audit_writes('external_identities', hidden => '{subject,email}', ignored => '{email,last_used_at}');
call audit_writes('passkeys', hidden => '{credential_id,public_key}', ignored => '{counter,last_used_at,is_synced}');
call audit_writes('company_settings', key => '{is_only}', ignored => '{version}');
call audit_writes('guide_skips', key => '{step}');
call audit_writes('roles', key => '{role_key}', ignored => '{version,updated_at}');
call audit_writes('separated_duties', key => '{is_only}');
call audit_writes('file_encryption', key => '{is_only}');
call audit_writes('notification_channels', key => '{user_id,kind}');
call audit_writes('products', ignored => '{updated_at,revision}', is_summed => true);
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
call audit_writes('quantity_settings', key => '{is_only}', ignored => '{version}');
call audit_writes('quantity_rules', key => '{listing_id}', ignored => '{version}');
call audit_writes('price_strategies', key => '{listing_id}', ignored => '{version}');
call audit_writes('price_approvals', key => '{seller_sku}');
call audit_writes('marketplace_credentials', hidden => '{sealed}');
call audit_writes('marketplace_queue', hidden => '{sealed}');
call audit_writes('connected_account');
call audit_writes('count_sessions', ignored => '{held_at,holder_id,holder_device}');
call audit_writes('vendor_credits', ignored => '{po_number}');
call audit_writes('vendor_invoices', ignored => '{number_key,vendor_key,version,edited_by}');
call audit_writes('vendor_invoice_lines', key => '{invoice_id,line_number}');
call audit_writes('vendor_invoice_files', key => '{invoice_id,id}', ignored => '{sha256,is_held}');
call audit_writes('invoicing_settings', key => '{is_only}');
call audit_writes('vendor_contacts', key => '{vendor_key}', hidden => '{credit_email}');
call audit_writes('vendor_terms', key => '{vendor_key}', hidden => '{order_email}', ignored => '{version}');
call audit_writes('vendor_products', key => '{product_id,vendor_key}', ignored => '{version}', is_summed => true);
call audit_writes('reorder_settings', key => '{is_only}', ignored => '{version,stock_known_since,calculated_at}');
call audit_writes('purchase_order_drafts', hidden => '{recipient}', ignored => '{version,updated_at,updated_by}');
call audit_writes('index_suggestions', ignored => '{progress_percent,progress_text,size_bytes,writes,found_at,improvement_percent}');
call audit_writes('documents', ignored => '{place,words,source_key}', is_summed => true, recorded => '{"store":"OWN"}');

-- The others.
delete from unaudited_tables;
insert into unaudited_tables (name, why) values
  ('audit_entries', 'is the audit log'),
  ('audit_chain', 'follows from the audit log'),
  ('archived_partitions', 'names the files of archived rows; each command writes an entry'),
  ('ledger_seals', 'follows from the ledger'),
  ('ledger_seal_cursor', 'follows from the ledger'),
  ('derived_keys', 'holds secrets of the installation'),
  ('audit_chain_cursor', 'follows from the audit log'),
  ('backfills', 'are created by migrations and advance by themselves'),
  ('rate_limits', 'counts calls'),
  ('label_prints', 'counts labels'),
  ('call_budgets', 'counts calls'),
  ('refused_calls', 'is a history: who called what without permission'),
  ('unaudited_tables', 'is this list'),
  ('index_suggestion_statements', 'is a copy of PostgreSQL statistics'),
  ('index_sightings', 'is a copy of PostgreSQL statistics'),
  ('table_write_counts', 'is a copy of PostgreSQL statistics'),
  ('archived_balances', 'follows from the ledger'),
  ('archived_counts', 'follows from the ledger'),
  ('scan_ids', 'follows from the ledger'),
  ('undone_movements', 'follows from the ledger'),
  ('stock_movements', 'is append-only: the ledger'),
  ('units', 'follows from the ledger'),
  ('stock_counts', 'follows from the ledger'),
  ('location_counts', 'follows from the ledger'),
  ('listing_counts', 'follows from the ledger'),
  ('listing_sort_mark', 'follows from the ledger'),
  ('quantity_offers', 'follows from the ledger and the quantity settings, with the answers of the marketplace'),
  ('quantity_checks', 'is a queue'),
  ('quantity_mark', 'follows from the ledger'),
  ('quantity_drift_days', 'is a measurement'),
  ('out_of_sync_listings', 'follows from the ledger, the quantity settings and what the marketplace shows'),
  ('out_of_sync_checks', 'is a queue'),
  ('out_of_sync_state', 'follows from the ledger'),
  ('title_words', 'follows from the products'),
  ('audit_rounds', 'is written in the ledger'),
  ('audit_marks', 'is written in the ledger'),
  ('audit_misses', 'is a history: who scanned which code without effect'),
  ('count_session_locations', 'follows from the count'),
  ('count_lines', 'follows from the entries of the count, and posts to the ledger'),
  ('count_entries', 'is a history: who counted which unit'),
  ('return_voids', 'repeats when a grade was voided, for webhooks'),
  ('quantity_answers', 'repeats the answers of the marketplace, for webhooks'),
  ('return_grades', 'is a history: a grade is voided, never changed'),
  ('return_packages', 'is a history: which box arrived, and who opened it first'),
  ('case_events', 'is a history: each step of a case'),
  ('case_totals', 'follows from the cases'),
  ('case_missing_shots', 'is in the case''s history'),
  ('upload_links', 'is in the history of the case, the order or the line'),
  ('photos', 'is in the history of the case, the order or the line'),
  ('partial_photos', 'is a photo whose upload has not ended'),
  ('purchase_order_uploads', 'is a history: each file, and who saved it'),
  ('purchase_order_upload_rows', 'is a row of the uploaded file'),
  ('purchase_orders', 'is in the history of purchasing'),
  ('purchase_order_lines', 'is in the history of purchasing'),
  ('purchase_order_draft_lines', 'are the lines of the purchase order when it is sent'),
  ('reorder_proposals', 'follows from sales, stock, orders and the terms of vendors'),
  ('product_stock_outs', 'is a measurement'),
  ('packing_lists', 'is in the history of purchasing'),
  ('packing_list_lines', 'is in the history of purchasing'),
  ('packing_list_decisions', 'is in the history of purchasing'),
  ('packing_list_set_aside_units', 'is in the history of purchasing'),
  ('packing_list_files', 'is in the history of purchasing'),
  ('packing_list_codes', 'is in the history of purchasing'),
  ('purchasing_changes', 'is the history of purchasing'),
  ('receipts', 'is in the history of purchasing and the ledger'),
  ('unexpected_scans', 'says who scanned and who resolved the code'),
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
  ('price_list_uploads', 'is a history: each file, and who undid it'),
  ('price_list_upload_rows', 'is a row of the uploaded file'),
  ('price_list_refused_rows', 'is a row of the uploaded file'),
  ('price_list_items', 'is in the changes of each file'),
  ('price_list_words', 'follows from the price lists'),
  ('price_list_changes', 'is the history of the price lists'),
  ('price_list_total', 'follows from the price lists'),
  ('listing_jobs', 'is a history: each job, and who started it'),
  ('listing_changes', 'is the history of changes that were sent to the marketplace'),
  ('listing_acknowledgements', 'is data from the marketplace; changes that people send themselves are audited'),
  ('listing_feeds', 'is the history of changes that were sent to the marketplace'),
  ('listing_rereads', 'is data from the marketplace'),
  ('pricing_decisions', 'is a history: each decision of each job'),
  ('sku_assignments', 'is a history: before and after, by job'),
  ('shipment_sales_requests', 'is a history: each request, and who made it'),
  ('shipment_sales', 'is data from the marketplace'),
  ('job_runs', 'is a history: each job, and who requested it'),
  ('job_run_lines', 'is the log of a job'),
  ('spreadsheets', 'is a history: each file, and who brought it in and undid it'),
  ('spreadsheet_rows', 'is a row of the uploaded file'),
  ('spreadsheet_changes', 'is the history of the records of a file'),
  ('file_columns', 'is what the page remembers about files'),
  ('bulk_actions', 'is a history: each action for many records, and who started it'),
  ('bulk_action_rows', 'is the result of an action for each record; the record has its own history'),
  ('buyer_data_views', 'is a history: who saw which buyer''s data, and why'),
  ('sessions', 'is a history: each sign-in, and how it ended'),
  ('refresh_tokens', 'is a secret of its session'),
  ('recovery_codes', 'is a secret of its user; each is used once'),
  ('sign_in_challenges', 'is a secret of a sign-in that is under way'),
  ('account_links', 'is a history: who received a link, and when it was used'),
  ('mails', 'is the log of mails'),
  ('mail_attachments', 'are deleted with their mails'),
  ('vendor_invoice_payments', 'is a history: each payment changes the paid amount of its audited invoice'),
  ('credit_requests', 'is a history: each request, who sent it, and the state of its mail'),
  ('notifications', 'is a message to a person'),
  ('mute_links', 'is a link in a mail; the changes that it makes are audited'),
  ('sign_in_failures', 'is a counter that expires'),
  ('failed_sign_ins', 'is a history: the account and the address of each attempt'),
  ('legal_transitions', 'is part of the schema'),
  ('idempotency_keys', 'is the stored response to a command, for its repetition'),
  ('backups', 'is the record of backups and restore drills'),
  ('page_vitals', 'is a measurement'),
  ('fee_lookups', 'is data from the marketplace'),
  ('map_samples', 'is data from the marketplace'),
  ('map_sample_days', 'follows from the samples'),
  ('map_snapshots', 'is data from the marketplace'),
  ('map_violation_days', 'follows from the snapshots'),
  ('import_marks', 'is the progress of an import'),
  ('report_keys', 'is the progress of an import'),
  ('marketplace_listings', 'is data from the marketplace'),
  ('marketplace_health', 'is a measurement'),
  ('marketplace_roles', 'is what the last test of the connection found'),
  ('marketplace_queue_state', 'is a measurement'),
  ('marketplace_subscriptions', 'is the result of a check; the actions are audited'),
  ('marketplace_event_counts', 'is a measurement'),
  ('marketplace_events', 'is the progress of events'),
  ('webhook_cursors', 'is the progress of webhooks'),
  ('webhook_events', 'follows from the histories'),
  ('webhook_deliveries', 'is the delivery log of webhooks'),
  ('marketplace_failed_events', 'is data from the marketplace'),
  ('marketplace_reads', 'is the progress of events'),
  ('price_strategy_results', 'follows from strategies, offers and costs'),
  ('price_checks', 'is the progress of pricing'),
  ('offer_history', 'is data from the marketplace'),
  ('feed_submissions', 'is the progress of a feed'),
  ('removal_shipments', 'is data from the marketplace'),
  ('customer_returns', 'is data from the marketplace'),
  ('reimbursements', 'is data from the marketplace'),
  ('orders', 'is data from the marketplace, and is in the history of orders'),
  ('order_items', 'is data from the marketplace'),
  ('order_allocations', 'is in the history of orders and the ledger'),
  ('order_shipments', 'is in the history of orders'),
  ('order_boxes', 'is in the history of orders'),
  ('order_box_items', 'is in the history of orders'),
  ('order_packages', 'is data from the marketplace'),
  ('order_recipients', 'is in the history of orders: who read it, and why'),
  ('order_events', 'is the history of orders'),
  ('document_versions', 'is a history: the earlier versions of a document'),
  ('order_alerts', 'says which notifications were sent'),
  ('catalog_items', 'is data from the marketplace'),
  ('competitor_offers', 'is data from the marketplace'),
  ('offer_samples', 'is data from the marketplace'),
  ('reference_prices', 'is data from the marketplace'),
  ('fee_estimates', 'is data from the marketplace'),
  ('fba_inventory', 'is data from the marketplace');
