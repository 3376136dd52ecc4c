import { type RawBuilder, sql } from 'kysely';

/**
 * A table that the audit log reads as a source of entries. All fields are expressions over its row `t`.
 * The indexes of the table begin with `at`, `actor` and `action`.
 */
export interface HistorySource {
  readonly table: string;
  /** The kind of its records; undefined if each row has its own. */
  readonly kind: string | undefined;
  readonly at: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** The type of the id in a cursor. */
  readonly idType: 'bigint' | 'uuid';
  readonly actor: RawBuilder<unknown>;
  readonly action: RawBuilder<unknown>;
  /** The column of the action, if an index begins with it. */
  readonly actionColumn?: string;
  /** The action of all rows, if they have the same. */
  readonly onlyAction?: string;
  readonly record: RawBuilder<unknown>;
  readonly recordType: 'bigint' | 'text';
  /** The condition for rows that are entries, if not all are. */
  readonly rows?: RawBuilder<unknown>;
  /** The condition for rows that record a download instead of a change. */
  readonly exports?: RawBuilder<unknown>;
  readonly requestId?: RawBuilder<unknown>;
  readonly before: RawBuilder<unknown>;
  readonly after: RawBuilder<unknown>;
  readonly records?: RawBuilder<unknown>;
}

const NOTHING = sql`null::jsonb`;
const code = (location: string) => sql`(select l.code from locations l where l.id = ${sql.ref(`t.${location}`)})`;
const sku = (listing: string) => sql`(select coalesce(l.seller_sku, l.fnsku) from listings l where l.id = ${sql.ref(`t.${listing}`)})`;
/** One side of a stored change: its fields, or a single value. */
const side = (name: 'before' | 'after') => sql`case jsonb_typeof(t.details -> ${sql.lit(name)})
  when 'object' then t.details -> ${sql.lit(name)} when 'null' then null else jsonb_build_object('value', t.details -> ${sql.lit(name)}) end`;

const ENTRIES: HistorySource = {
  table: 'audit_entries',
  kind: undefined,
  at: sql`t.at`,
  id: sql`t.id`,
  idType: 'bigint',
  actor: sql`t.actor_id`,
  action: sql`t.action`,
  record: sql`t.record_id`,
  recordType: 'text',
  requestId: sql`t.request_id`,
  before: sql`t.before`,
  after: sql`t.after`,
  records: sql`t.records`,
  exports: sql`(t.record_kind = 'documents' and coalesce(t.after ->> 'type', '') = 'EXPORT')`,
};

const BY_ID = { id: sql`t.id`, idType: 'bigint' } as const;
const BY_EVENT = { ...BY_ID, actor: sql`t.actor_id`, action: sql`t.kind`, actionColumn: 'kind' } as const;

/** For sources whose rows all have the same action. */
const only = (action: string) => ({ action: sql`${sql.lit(action)}`, onlyAction: action });

/** Do not reorder: cursors refer to a source by its index. */
export const HISTORY_SOURCES: readonly HistorySource[] = [
  ENTRIES,
  {
    ...BY_EVENT,
    table: 'stock_movements',
    kind: 'units',
    at: sql`t.created_at`,
    action: sql`t.type`,
    actionColumn: 'type',
    record: sql`t.unit_id`,
    recordType: 'bigint',
    before: sql`jsonb_strip_nulls(jsonb_build_object('status', t.before_status, 'location', ${code('from_location_id')}, 'sku', ${sku('from_listing_id')}))`,
    after: sql`jsonb_strip_nulls(jsonb_build_object('status', t.after_status, 'location', ${code('to_location_id')}, 'sku', ${sku('listing_id')},
      'reason', t.reason_code, 'note', t.note, 'order', t.order_id, 'count', t.count_id, 'receipt', t.receipt_id, 'takes_back', t.undoes_movement_id))`,
  },
  {
    ...BY_EVENT,
    table: 'order_events',
    kind: 'orders',
    at: sql`t.at`,
    record: sql`t.order_id`,
    recordType: 'text',
    before: NOTHING,
    after: sql`jsonb_build_object('detail', t.detail)`,
  },
  {
    ...BY_EVENT,
    table: 'case_events',
    kind: 'return_cases',
    at: sql`t.created_at`,
    record: sql`t.case_id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('detail', t.detail)`,
  },
  {
    ...BY_EVENT,
    table: 'purchasing_changes',
    kind: 'purchase_orders',
    at: sql`t.created_at`,
    record: sql`t.purchase_order_id`,
    recordType: 'bigint',
    before: side('before'),
    after: sql`jsonb_strip_nulls(jsonb_build_object('packing_list', t.packing_list_id) || (t.details - 'before' - 'after') || coalesce(${side('after')}, '{}'))`,
  },
  {
    table: 'price_list_uploads',
    kind: 'price_list_uploads',
    at: sql`t.applied_at`,
    ...BY_ID,
    actor: sql`t.created_by`,
    ...only('APPLIED'),
    rows: sql`t.applied_at is not null`,
    record: sql`t.id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('file', t.file_name, 'new', t.new_count, 'changed', t.changed_count)`,
  },
  {
    table: 'price_list_uploads',
    kind: 'price_list_uploads',
    at: sql`t.undone_at`,
    ...BY_ID,
    actor: sql`t.undone_by`,
    ...only('UNDONE'),
    rows: sql`t.undone_at is not null`,
    record: sql`t.id`,
    recordType: 'bigint',
    before: sql`jsonb_build_object('file', t.file_name, 'new', t.new_count, 'changed', t.changed_count)`,
    after: NOTHING,
  },
  {
    table: 'job_runs',
    kind: 'job_runs',
    at: sql`t.created_at`,
    ...BY_ID,
    actor: sql`t.requested_by`,
    ...only('STARTED'),
    record: sql`t.id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('kind', t.kind)`,
  },
  {
    table: 'return_grades',
    kind: 'removal_shipments',
    at: sql`t.created_at`,
    ...BY_ID,
    actor: sql`t.actor_id`,
    ...only('GRADED'),
    record: sql`t.removal_shipment_id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('disposition', (select d.name from dispositions d where d.id = t.disposition_id), 'quantity', t.quantity)`,
  },
  {
    table: 'return_grades',
    kind: 'removal_shipments',
    at: sql`t.voided_at`,
    ...BY_ID,
    actor: sql`t.voided_by`,
    ...only('VOIDED'),
    rows: sql`t.voided_at is not null`,
    record: sql`t.removal_shipment_id`,
    recordType: 'bigint',
    before: sql`jsonb_build_object('disposition', (select d.name from dispositions d where d.id = t.disposition_id), 'quantity', t.quantity)`,
    after: NOTHING,
  },
  {
    table: 'sessions',
    kind: 'sessions',
    at: sql`t.started_at`,
    id: sql`t.id`,
    idType: 'uuid',
    actor: sql`t.user_id`,
    ...only('SIGNED_IN'),
    record: sql`t.user_id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_strip_nulls(jsonb_build_object('device', t.user_agent))`,
  },
  {
    table: 'account_links',
    kind: 'users',
    at: sql`t.created_at`,
    ...BY_ID,
    actor: sql`t.created_by`,
    action: sql`case t.purpose when 'INVITATION' then 'INVITATION_MAILED' else 'PASSWORD_LINK_MAILED' end`,
    record: sql`t.user_id`,
    recordType: 'bigint',
    before: NOTHING,
    after: NOTHING,
  },
  {
    table: 'failed_sign_ins',
    kind: 'sessions',
    at: sql`t.at`,
    ...BY_ID,
    // The person is unknown.
    actor: sql`null::bigint`,
    ...only('SIGN_IN_FAILED'),
    record: sql`t.user_id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('account', coalesce((select u.email from users u where u.id = t.user_id), 'an unknown account'), 'address', t.address)`,
  },
  {
    table: 'return_packages',
    kind: 'return_packages',
    at: sql`t.arrived_at`,
    ...BY_ID,
    actor: sql`t.arrived_by`,
    ...only('ARRIVED'),
    record: sql`t.tracking_number`,
    recordType: 'text',
    before: NOTHING,
    after: NOTHING,
  },
  {
    table: 'credit_requests',
    kind: 'purchase_orders',
    at: sql`t.requested_at`,
    ...BY_ID,
    actor: sql`t.requested_by`,
    ...only('CREDIT_REQUESTED'),
    record: sql`t.purchase_order_id`,
    recordType: 'bigint',
    before: NOTHING,
    // The address is personal data; only the order's page shows it.
    after: sql`jsonb_build_object('subject', t.subject, 'credits', t.credits, 'amount', t.amount)`,
  },
  {
    table: 'shipment_sales_requests',
    kind: 'shipment_sales_requests',
    at: sql`t.requested_at`,
    ...BY_ID,
    actor: sql`t.requested_by`,
    ...only('REQUESTED'),
    record: sql`t.id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('from', t.from_at, 'to', t.to_at)`,
  },
  {
    table: 'purchase_order_uploads',
    kind: 'purchase_order_uploads',
    at: sql`t.applied_at`,
    ...BY_ID,
    actor: sql`t.created_by`,
    ...only('APPLIED'),
    rows: sql`t.applied_at is not null`,
    record: sql`t.id`,
    recordType: 'bigint',
    before: NOTHING,
    after: sql`jsonb_build_object('file', t.file_name, 'rows', t.row_count)`,
  },
];
