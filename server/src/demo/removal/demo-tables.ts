/** What the removal of the demo does with each table. A new table belongs in one of the two lists; a test fails until it does. */

const words = (...lines: readonly string[]) => lines.flatMap((line) => line.split(' '));

/** Tables whose rows stay, but for those of the demo's people. */
export const RETAINED_TABLES: readonly string[] = words(
  // Accounts and what belongs to them.
  'users api_keys account_links sessions refresh_tokens recovery_codes failed_sign_ins sign_in_failures sign_in_policy',
  'roles separated_duties',
  'external_identities passkeys sign_in_challenges',
  'user_settings list_views notification_channels mute_links',
  // How the company works. The demo changes none of it but the mode of quantity_settings, which the removal turns off.
  'case_templates claim_windows dispositions email_settings invoicing_settings map_settings pricing_settings quantity_settings locations company_settings reorder_settings',
  'marketplace_queue webhook_endpoints',
  // About the installation itself.
  'schema_migrations unaudited_tables legal_transitions backfills backups derived_keys file_encryption index_sightings rate_limits call_budgets',
  // Cursors over ids, which never repeat, and totals that are set to zero.
  'audit_chain_cursor ledger_seal_cursor listing_sort_mark quantity_mark webhook_cursors case_totals location_counts price_list_total',
);

/** Tables that hold what the demo seller and the visitors of the demo made. */
export const EMPTIED_TABLES: readonly string[] = words(
  'audit_chain audit_entries archived_partitions buyer_data_views refused_calls idempotency_keys job_run_lines job_runs bulk_action_rows bulk_actions',
  'products product_gtins title_words listings listing_acknowledgements catalog_items vendor_contacts',
  'units stock_movements scan_ids undone_movements archived_balances archived_counts ledger_seals stock_counts listing_counts audit_marks audit_misses audit_rounds',
  'count_entries count_lines count_session_locations count_sessions',
  'orders order_items order_allocations order_alerts order_box_items order_boxes order_events order_packages order_recipients order_shipments',
  'purchase_orders purchase_order_lines purchase_order_money purchase_order_sums purchase_order_uploads purchase_order_upload_rows',
  'purchase_order_drafts purchase_order_draft_lines vendor_terms vendor_products',
  'reorder_proposals product_stock_outs',
  'purchasing_changes receipts unexpected_scans packing_lists packing_list_codes packing_list_decisions packing_list_files packing_list_lines',
  'packing_list_set_aside_units',
  'vendor_invoices vendor_invoice_files vendor_invoice_lines vendor_invoice_matches vendor_invoice_payments vendor_invoice_sums',
  'vendor_invoice_exceptions vendor_invoice_exception_sums vendor_credits vendor_credit_sums credit_requests',
  'price_list_items price_list_changes price_list_refused_rows price_list_uploads price_list_upload_rows price_list_words',
  'return_packages return_extras return_grades return_voids return_cases case_events case_missing_shots case_reimbursements case_sums',
  'customer_returns reimbursements removal_shipments fba_inventory fee_estimates fee_lookups reference_prices',
  'pricing_decisions price_approvals listing_changes listing_feeds listing_jobs listing_rereads marketplace_listings sku_assignments',
  'shipment_sales shipment_sales_requests quantity_checks quantity_answers quantity_drift_days quantity_offers quantity_rules',
  'out_of_sync_listings out_of_sync_checks out_of_sync_state',
  'offer_history price_checks price_strategies price_strategy_results',
  'competitors competitor_offers offer_samples map_snapshots map_samples map_sample_days map_violation_days',
  'marketplace_credentials marketplace_health connected_account import_marks feed_submissions report_keys',
  'marketplace_events marketplace_event_counts marketplace_failed_events marketplace_queue_state marketplace_reads marketplace_roles marketplace_subscriptions',
  'documents document_versions photos partial_photos upload_links mails mail_attachments notifications',
  'spreadsheets spreadsheet_rows spreadsheet_changes file_columns webhook_events webhook_deliveries',
  'guide_skips label_prints',
  'figure_days movement_sums shipment_sums slow_figures page_vitals',
  'index_suggestions index_suggestion_statements table_write_counts',
);
