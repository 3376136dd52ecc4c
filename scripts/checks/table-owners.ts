/**
 * The owning area of each table: only its code may write the table. `platform` is server/src/platform; `database` means that
 * only migrations and triggers write it.
 */
export const TABLE_OWNERS: Readonly<Record<string, string>> = {
  ...owned('archives', 'archived_partitions'),
  ...owned('audit-log', 'audit_chain audit_chain_cursor refused_calls'),
  ...owned('backups', 'backups'),
  ...owned('bulk', 'bulk_action_rows bulk_actions'),
  ...owned('cases', 'case_events case_missing_shots case_reimbursements case_templates claim_windows return_cases'),
  ...owned('catalog', 'listings product_gtins products'),
  ...owned('connection', 'call_budgets feed_submissions marketplace_credentials marketplace_health marketplace_roles'),
  ...owned('dashboard', 'case_sums figure_days guide_skips label_prints movement_sums page_vitals shipment_sums slow_figures'),
  ...owned('database', 'case_totals dispositions document_versions legal_transitions listing_acknowledgements purchase_order_money purchase_order_sums'),
  ...owned('database', 'scan_ids undone_movements'),
  ...owned('database', 'title_words unaudited_tables vendor_credit_sums vendor_invoice_exception_sums vendor_invoice_sums'),
  ...owned('documents', 'documents'),
  ...owned('fee-lookup', 'fee_lookups'),
  ...owned('identity', 'account_links failed_sign_ins list_views recovery_codes refresh_tokens sessions sign_in_failures'),
  ...owned('identity', 'api_keys company_settings external_identities passkeys roles separated_duties sign_in_challenges sign_in_policy user_settings users'),
  ...owned('imports', 'catalog_items competitor_offers connected_account customer_returns fba_inventory fee_estimates import_marks report_keys'),
  ...owned('imports', 'offer_samples order_items reference_prices reimbursements removal_shipments'),
  ...owned('index-advisor', 'index_sightings index_suggestion_statements index_suggestions table_write_counts'),
  ...owned('inventory', 'archived_balances archived_counts'),
  ...owned('inventory', 'audit_marks audit_misses audit_rounds count_entries count_lines count_session_locations count_sessions'),
  ...owned('inventory', 'ledger_seal_cursor ledger_seals listing_counts listing_sort_mark location_counts locations stock_counts stock_movements units'),
  ...owned('invoicing', 'credit_requests invoicing_settings vendor_contacts vendor_credits vendor_invoice_exceptions vendor_invoice_files'),
  ...owned('invoicing', 'vendor_invoice_lines vendor_invoice_matches vendor_invoice_payments vendor_invoices'),
  ...owned('jobs', 'job_run_lines job_runs'),
  ...owned('mail', 'email_settings mail_attachments mails'),
  ...owned('marketplace-events', 'marketplace_event_counts marketplace_events marketplace_failed_events marketplace_queue'),
  ...owned('marketplace-events', 'marketplace_queue_state marketplace_reads marketplace_subscriptions'),
  ...owned('notifications', 'mute_links notification_channels notifications'),
  ...owned(
    'orders',
    'buyer_data_views order_alerts order_allocations order_box_items order_boxes order_events order_packages order_recipients order_shipments orders',
  ),
  ...owned('photos', 'partial_photos photos upload_links'),
  ...owned('platform', 'audit_entries backfills derived_keys file_encryption idempotency_keys rate_limits schema_migrations'),
  ...owned('price-lists', 'price_list_changes price_list_items price_list_refused_rows price_list_total price_list_upload_rows price_list_uploads'),
  ...owned('price-lists', 'price_list_words'),
  ...owned('pricing', 'competitors listing_changes listing_feeds listing_jobs listing_rereads map_sample_days map_samples'),
  ...owned('pricing', 'map_settings map_snapshots marketplace_listings map_violation_days price_approvals pricing_decisions pricing_settings shipment_sales'),
  ...owned(
    'pricing',
    'quantity_checks quantity_drift_days quantity_mark quantity_offers quantity_rules quantity_settings shipment_sales_requests sku_assignments',
  ),
  ...owned('pricing', 'out_of_sync_checks out_of_sync_listings out_of_sync_state'),
  ...owned('pricing', 'offer_history quantity_answers price_checks price_strategies price_strategy_results'),
  ...owned('purchasing', 'packing_list_codes packing_list_decisions packing_list_files packing_list_lines packing_list_set_aside_units packing_lists'),
  ...owned('purchasing', 'purchase_order_lines purchase_order_upload_rows purchase_order_uploads purchase_orders purchasing_changes receipts'),
  ...owned('purchasing', 'product_stock_outs reorder_proposals reorder_settings'),
  ...owned('purchasing', 'purchase_order_draft_lines purchase_order_drafts unexpected_scans vendor_products vendor_terms'),
  ...owned('returns', 'return_extras return_grades return_packages return_voids'),
  ...owned('spreadsheets', 'file_columns spreadsheet_changes spreadsheet_rows spreadsheets'),
  ...owned('webhooks', 'webhook_cursors webhook_deliveries webhook_endpoints webhook_events'),
};

/** The allowed writes to another area's tables, each with its reason. Don't add one: call the owner. */
export const ALLOWED_WRITES: readonly { readonly area: string; readonly tables: readonly string[]; readonly why: string }[] = [
  { area: 'products', tables: ['products', 'product_gtins', 'listings'], why: 'edits by hand, of what imports write in bulk' },
  { area: 'imports', tables: ['products', 'product_gtins', 'listings', 'orders'], why: 'a report adds thousands of rows in one statement' },
  { area: 'pricing', tables: ['listings'], why: 'a SKU assignment changes thousands of listings in one statement' },
  { area: 'purchasing', tables: ['audit_entries'], why: 'a file changes thousands of lines, and audits them in one statement' },
  {
    area: 'demo',
    tables: [
      ...['competitors', 'count_sessions', 'index_suggestion_statements', 'index_suggestions', 'map_sample_days', 'map_samples', 'map_snapshots'],
      ...['offer_history', 'orders', 'photos', 'return_cases', 'return_grades', 'return_packages'],
    ],
    why: 'the past of the demo has times and records that no use case writes',
  },
];

function owned(area: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(' ').map((table) => [table, area]));
}
