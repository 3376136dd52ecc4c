import * as z from 'zod';
import { answersCsv, endpoint, fileBytes } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { INTEGER_MAX } from '../formats/ids.ts';
import { isMoment } from '../formats/moment.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';

export const AUDIT_PAGE_SIZE = 50;

/** The labels of audited tables. The page shows the table name of any other. */
export const AUDITED_KINDS: Readonly<Record<string, string>> = {
  users: 'Person',
  api_keys: 'API key',
  webhook_endpoints: 'Webhook',
  user_settings: 'Personal setting',
  list_views: 'View of a list',
  email_settings: 'E-mail settings',
  sign_in_policy: 'Sign-in policy',
  external_identities: 'Single sign-on account',
  passkeys: 'Passkey',
  company_settings: 'Company',
  guide_skips: 'Setup guide',
  roles: 'Role',
  separated_duties: 'Separation of duties',
  file_encryption: 'Encryption of files',
  notification_channels: 'Notification channel',
  products: 'Product',
  product_gtins: 'GTIN',
  listings: 'Listing',
  locations: 'Location',
  dispositions: 'Disposition',
  claim_windows: 'Claim window',
  case_templates: 'Case template',
  return_cases: 'Case',
  case_reimbursements: 'Reimbursement of a case',
  competitors: 'Competitor',
  map_settings: 'MAP settings',
  pricing_settings: 'Price guards',
  quantity_settings: 'Offered quantities',
  quantity_rules: 'Offered quantity of a listing',
  price_strategies: 'Price strategy of a listing',
  price_approvals: 'Price approval',
  marketplace_listings: 'Amazon listing',
  marketplace_credentials: 'Amazon credentials',
  marketplace_queue: 'Queue of Amazon events',
  connected_account: 'Amazon account',
  count_sessions: 'Count',
  vendor_credits: 'Vendor credit',
  vendor_invoices: 'Vendor invoice',
  vendor_invoice_lines: 'Line of an invoice',
  vendor_invoice_files: 'File of an invoice',
  invoicing_settings: 'Invoicing settings',
  documents: 'Document',
  index_suggestions: 'Index suggestion',
  units: 'Unit',
  orders: 'Order',
  purchase_orders: 'Purchase order',
  price_list_uploads: 'Price list',
  purchase_order_uploads: 'File of purchase orders',
  removal_shipments: 'Returned line',
  return_extras: 'Extra units of a returned line',
  return_packages: 'Returned box',
  shipment_sales_requests: 'Shipment sales',
  job_runs: 'Job',
  bulk_actions: 'Bulk action',
  sessions: 'Session',
  mails: 'Stored mails',
};

const filters = {
  /** A user id; 0 for the system. */
  actor: z.coerce.number<number | string>().int().min(0).max(INTEGER_MAX).optional(),
  /** Only actions of people, without their downloads. */
  by: z.enum(['PEOPLE']).optional(),
  kind: z.string().trim().min(1).max(63).optional(),
  record: z.string().trim().min(1).max(200).optional(),
  action: z.string().trim().min(1).max(40).optional(),
  /** Both days are inclusive. */
  from: day.optional(),
  to: day.optional(),
  timeZone,
};

/** The last entry of the previous page: its time to the microsecond, its source and its id there. */
const AUDIT_CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~\d{1,2}~[\w-]{1,64}$/;
const auditCursor = z.string().refine((text) => isMoment(AUDIT_CURSOR.exec(text)?.[1]), 'This is not the cursor of a page');

const entry = z.object({
  /** The source of the entry and its id there. */
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  actorId: z.number().nullable(),
  actorName: z.string().nullable(),
  /** The name of the API key that acted for the person. */
  apiKey: z.string().nullable(),
  requestId: z.string().nullable(),
  action: z.string(),
  recordKind: z.string(),
  recordId: z.string().nullable(),
  /** The name of the person, for records of people. */
  recordName: z.string().nullable(),
  /** The number of records that the entry covers. */
  records: z.number(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof entry>;

/** Who did it: `Ann`, `Ann (API key ERP)`, `System`. */
export function actorOf({ actorName, apiKey }: AuditEntry): string {
  return `${actorName ?? 'System'}${apiKey === null ? '' : ` (API key ${apiKey})`}`;
}

const auditFilter = z.object(filters);
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAuditLog = endpoint('GET /api/audit-log', {
  summary: 'List every change with its author and the values before and after, newest first',
  query: z.object({ ...filters, after: auditCursor.optional() }),
  response: z.object({ data: z.array(entry), next: z.string().nullable() }),
});

export const auditLogFilters = endpoint('GET /api/audit-log/filters', {
  summary: 'The people, kinds and actions that the audit log can be filtered by',
  response: z.object({ actors: z.array(z.object({ id: z.number(), name: z.string() })), kinds: z.array(z.string()), actions: z.array(z.string()) }),
});

export const exportAuditLog = endpoint('GET /api/audit-log/export.csv', {
  summary: 'Export the filtered entries as CSV',
  query: auditFilter,
  ...answersCsv,
});

export const exportAuditLogJson = endpoint('GET /api/audit-log/export.jsonl', {
  summary: 'Export the filtered entries for another system, newest first, one JSON object per line',
  mayLag: true,
  query: auditFilter,
  response: fileBytes,
  format: 'file',
  isCostly: true,
});
