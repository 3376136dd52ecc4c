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
  /** The action that most rows have; the index of actions contains the other rows. */
  readonly commonAction?: string;
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

const column = (name: string) => sql.ref(`t.${name}`);
const code = (location: string) => sql`(select l.code from locations l where l.id = ${column(location)})`;
const sku = (listing: string) => sql`(select coalesce(l.seller_sku, l.fnsku) from listings l where l.id = ${column(listing)})`;
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

/** A source by its columns; where one of them is no column, by an expression. */
interface Facts extends Partial<Pick<HistorySource, 'idType' | 'recordType' | 'action' | 'before' | 'after'>> {
  readonly table: string;
  readonly kind: string;
  readonly at: string;
  /** Only rows that have a time are entries. */
  readonly mayBePending?: boolean;
  readonly actor?: string;
  readonly record: string;
  readonly actionColumn?: string;
  readonly commonAction?: string;
  readonly onlyAction?: string;
}

function source({ at, mayBePending, actor, record, actionColumn, onlyAction, ...rest }: Facts): HistorySource {
  return {
    id: sql`t.id`,
    idType: 'bigint',
    at: column(at),
    actor: actor === undefined ? sql`null::bigint` : column(actor),
    action: actionColumn === undefined ? sql`${sql.lit(onlyAction)}` : column(actionColumn),
    record: column(record),
    recordType: 'bigint',
    before: sql`null::jsonb`,
    after: sql`null::jsonb`,
    ...(mayBePending && { rows: sql`${column(at)} is not null` }),
    ...(actionColumn !== undefined && { actionColumn }),
    ...(onlyAction !== undefined && { onlyAction }),
    ...rest,
  };
}

const priceListCounts = sql`jsonb_build_object('file', t.file_name, 'new', t.new_count, 'changed', t.changed_count)`;
const decision = sql`jsonb_build_object('disposition', (select d.name from dispositions d where d.id = t.disposition_id), 'quantity', t.quantity)`;
const detail = sql`jsonb_build_object('detail', t.detail)`;

/** Tables of events name who did what in the same columns. */
const BY_EVENT = { actor: 'actor_id', actionColumn: 'kind' } as const;
const PRICE_LISTS = { table: 'price_list_uploads', kind: 'price_list_uploads', record: 'id', mayBePending: true } as const;
const DECISIONS = { table: 'return_grades', kind: 'removal_shipments', record: 'removal_shipment_id' } as const;

/** Do not reorder: cursors refer to a source by its index. */
export const HISTORY_SOURCES: readonly HistorySource[] = [
  ENTRIES,
  source({
    ...{ table: 'stock_movements', kind: 'units', at: 'created_at', actor: 'actor_id', actionColumn: 'type', record: 'unit_id' },
    commonAction: 'ADD',
    before: sql`jsonb_strip_nulls(jsonb_build_object('status', t.before_status, 'location', ${code('from_location_id')}, 'sku', ${sku('from_listing_id')}))`,
    after: sql`jsonb_strip_nulls(jsonb_build_object('status', t.after_status, 'location', ${code('to_location_id')}, 'sku', ${sku('listing_id')},
      'reason', t.reason_code, 'note', t.note, 'order', t.order_id, 'count', t.count_id, 'receipt', t.receipt_id, 'takes_back', t.undoes_movement_id, 'bulk_action', t.bulk_id))`,
  }),
  source({ ...BY_EVENT, table: 'order_events', kind: 'orders', at: 'at', record: 'order_id', recordType: 'text', after: detail }),
  source({ ...BY_EVENT, table: 'case_events', kind: 'return_cases', at: 'created_at', record: 'case_id', after: detail }),
  source({
    ...{ ...BY_EVENT, table: 'purchasing_changes', kind: 'purchase_orders', at: 'created_at', record: 'purchase_order_id' },
    before: side('before'),
    after: sql`jsonb_strip_nulls(jsonb_build_object('packing_list', t.packing_list_id) || (t.details - 'before' - 'after') || coalesce(${side('after')}, '{}'))`,
  }),
  source({ ...PRICE_LISTS, at: 'applied_at', actor: 'created_by', onlyAction: 'APPLIED', after: priceListCounts }),
  source({ ...PRICE_LISTS, at: 'undone_at', actor: 'undone_by', onlyAction: 'UNDONE', before: priceListCounts }),
  source({
    ...{ table: 'job_runs', kind: 'job_runs', at: 'created_at', actor: 'requested_by', onlyAction: 'STARTED', record: 'id' },
    after: sql`jsonb_build_object('kind', t.kind)`,
  }),
  source({ ...DECISIONS, at: 'created_at', actor: 'actor_id', onlyAction: 'GRADED', after: decision }),
  source({ ...DECISIONS, at: 'voided_at', actor: 'voided_by', onlyAction: 'VOIDED', mayBePending: true, before: decision }),
  source({
    ...{ table: 'sessions', kind: 'sessions', at: 'started_at', idType: 'uuid', actor: 'user_id', onlyAction: 'SIGNED_IN', record: 'user_id' },
    after: sql`jsonb_strip_nulls(jsonb_build_object('device', t.user_agent))`,
  }),
  source({
    ...{ table: 'account_links', kind: 'users', at: 'created_at', actor: 'created_by', record: 'user_id' },
    action: sql`case t.purpose when 'INVITATION' then 'INVITATION' else 'PASSWORD_LINK' end || case when t.is_shown then '_SHOWN' else '_MAILED' end`,
  }),
  source({
    // The person is unknown.
    ...{ table: 'failed_sign_ins', kind: 'sessions', at: 'at', onlyAction: 'SIGN_IN_FAILED', record: 'user_id' },
    after: sql`jsonb_build_object('account', coalesce((select u.email from users u where u.id = t.user_id), 'an unknown account'), 'address', t.address)`,
  }),
  source({
    ...{ table: 'return_packages', kind: 'return_packages', at: 'arrived_at', actor: 'arrived_by', onlyAction: 'ARRIVED' },
    ...{ record: 'tracking_number', recordType: 'text' },
  }),
  source({
    ...{ table: 'credit_requests', kind: 'purchase_orders', at: 'requested_at', actor: 'requested_by', onlyAction: 'CREDIT_REQUESTED' },
    record: 'purchase_order_id',
    // The address is personal data; only the order's page shows it.
    after: sql`jsonb_build_object('subject', t.subject, 'credits', t.credits, 'amount', t.amount)`,
  }),
  source({
    ...{ table: 'shipment_sales_requests', kind: 'shipment_sales_requests', at: 'requested_at', actor: 'requested_by', onlyAction: 'REQUESTED', record: 'id' },
    after: sql`jsonb_build_object('from', t.from_at, 'to', t.to_at)`,
  }),
  source({
    ...{ table: 'purchase_order_uploads', kind: 'purchase_order_uploads', at: 'applied_at', actor: 'created_by', onlyAction: 'APPLIED', record: 'id' },
    mayBePending: true,
    after: sql`jsonb_build_object('file', t.file_name, 'rows', t.row_count)`,
  }),
  source({
    ...{ table: 'bulk_actions', kind: 'bulk_actions', at: 'created_at', actor: 'requested_by', onlyAction: 'STARTED', record: 'id' },
    after: sql`jsonb_strip_nulls(jsonb_build_object('action', t.kind, 'input', t.input, 'records', t.total, 'done', t.done, 'refused', t.refused, 'undoes', t.undoes_id))`,
  }),
  source({
    ...{ table: 'buyer_data_views', kind: 'orders', at: 'at', actor: 'actor_id', onlyAction: 'BUYER_DATA_SHOWN', record: 'order_id', recordType: 'text' },
    after: sql`jsonb_build_object('shown', t.shown, 'reason', t.reason)`,
  }),
];
