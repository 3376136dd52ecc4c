import type { WebhookEventType } from '@stowage/contract/webhooks/webhook-events';
import { type RawBuilder, sql } from 'kysely';

/** A history that is written in the transaction of what it records, read as events. */
export interface EventSource {
  readonly name: string;
  readonly table: string;
  readonly types: readonly WebhookEventType[];
  /** The type of row `t`; null for a row that is no event. */
  readonly type: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly record: RawBuilder<unknown>;
  readonly data: RawBuilder<unknown>;
  /** Rows that are not events yet, and hold the cursor back: unfinished ones, and those whose record has earlier events to come from another history. */
  readonly open?: RawBuilder<unknown>;
}

const one = (type: WebhookEventType) => ({ types: [type], type: sql`${sql.lit(type)}::text` });
const code = (id: string) => sql`(select l.code from locations l where l.id = ${sql.ref(`t.${id}`)})`;
const sku = (id: string) => sql`(select coalesce(l.seller_sku, l.fnsku) from listings l where l.id = ${sql.ref(`t.${id}`)})`;
const shortened = (fields: RawBuilder<unknown>) => sql`jsonb_strip_nulls(jsonb_build_object(${fields}))`;

/** Whether a row of another history of the same record, which comes first, is to be an event and is none yet. */
const isAwaited = (source: string, id: RawBuilder<unknown>) => sql`exists (
  select from webhook_cursors c where c.source = ${sql.lit(source)} and ${id} > c.complete_to
    and not exists (select from webhook_events e where e.source = c.source and e.source_id = ${id}))`;

const feedRecord = (job: RawBuilder<unknown>) => sql`'feed job ' || ${job}`;
/** A part of the feed of a job, without its results, which are words. */
const feedPart = sql`'job_id', (select j.code from listing_jobs j where j.id = t.job_id), 'part', t.part, 'feed_type', t.feed_type,
  'feed_submission_id', t.feed_submission_id, 'messages', t.messages`;

/** Values are left out: some are personal, and the API has the current ones. */
const AUDITED = {
  locations: 'location.changed',
  count_sessions: 'count.changed',
  vendor_invoices: 'invoice.changed',
  vendor_credits: 'credit.changed',
} as const;

export const EVENT_SOURCES: readonly EventSource[] = [
  {
    ...{ name: 'movement', table: 'stock_movements', at: sql`t.created_at`, record: sql`'unit ' || t.unit_id` },
    types: ['stock.added', 'stock.moved', 'stock.counted', 'stock.removed', 'stock.condition_changed', 'stock.status_changed'],
    type: sql`case t.type when 'ADD' then 'stock.added' when 'LOCATION_CHANGE' then 'stock.moved' when 'AUDIT_COUNT' then 'stock.counted'
      when 'REMOVE' then 'stock.removed' when 'CONDITION_CHANGE' then 'stock.condition_changed' when 'STATUS_CHANGE' then 'stock.status_changed' end`,
    data: shortened(sql`'movement_id', t.id, 'unit_id', t.unit_id, 'listing_id', t.listing_id, 'sku', ${sku('listing_id')}, 'from_sku', ${sku('from_listing_id')},
      'from_location', ${code('from_location_id')}, 'to_location', ${code('to_location_id')}, 'before_status', t.before_status, 'after_status', t.after_status,
      'reason_code', t.reason_code, 'order_id', t.order_id, 'undoes_movement_id', t.undoes_movement_id, 'actor_id', t.actor_id`),
  },
  {
    ...{ ...one('order.changed'), name: 'order', table: 'order_events', at: sql`t.at`, record: sql`'order ' || t.order_id` },
    data: shortened(sql`'order_id', t.order_id, 'change', t.kind, 'actor_id', t.actor_id`),
  },
  {
    ...{ ...one('case.changed'), name: 'case', table: 'case_events', at: sql`t.created_at`, record: sql`'case ' || t.case_id` },
    data: shortened(sql`'case_id', t.case_id, 'change', t.kind, 'actor_id', t.actor_id`),
  },
  {
    ...{ ...one('purchase_order.changed'), name: 'purchasing', table: 'purchasing_changes', at: sql`t.created_at` },
    record: sql`'purchase order ' || t.purchase_order_id`,
    data: shortened(sql`'purchase_order_id', t.purchase_order_id, 'po_number', (select o.po_number from purchase_orders o where o.id = t.purchase_order_id),
      'packing_list_id', t.packing_list_id, 'change', t.kind, 'actor_id', t.actor_id`),
  },
  {
    ...{ ...one('return.arrived'), name: 'package', table: 'return_packages', at: sql`t.arrived_at`, record: sql`'returned box ' || t.tracking_number` },
    data: shortened(sql`'tracking_number', t.tracking_number, 'actor_id', t.arrived_by`),
  },
  {
    ...{ ...one('return.graded'), name: 'grade', table: 'return_grades', at: sql`t.created_at`, record: sql`'returned line ' || t.removal_shipment_id` },
    data: shortened(sql`'removal_shipment_id', t.removal_shipment_id, 'quantity', t.quantity,
      'disposition', (select d.name from dispositions d where d.id = t.disposition_id), 'actor_id', t.actor_id`),
  },
  {
    ...{ ...one('return.voided'), name: 'void', table: 'return_voids', at: sql`t.at` },
    record: sql`'returned line ' || (select g.removal_shipment_id from return_grades g where g.id = t.return_grade_id)`,
    data: shortened(sql`'removal_shipment_id', (select g.removal_shipment_id from return_grades g where g.id = t.return_grade_id),
      'quantity', (select g.quantity from return_grades g where g.id = t.return_grade_id), 'disposition',
      (select d.name from return_grades g join dispositions d on d.id = g.disposition_id where g.id = t.return_grade_id), 'actor_id', t.actor_id`),
    open: isAwaited('grade', sql`t.return_grade_id`),
  },
  {
    ...{ ...one('feed.submitted'), name: 'feed', table: 'listing_feeds', at: sql`t.submitted_at`, record: feedRecord(sql`t.job_id`) },
    data: shortened(feedPart),
  },
  {
    ...{ ...one('feed.processed'), name: 'feed-result', table: 'listing_feeds', at: sql`clock_timestamp()`, record: feedRecord(sql`t.job_id`) },
    data: shortened(sql`${feedPart}, 'status', t.status, 'accepted', t.accepted, 'warnings', t.warnings, 'errors', t.errors`),
    // A part of a job that ended gets no result any more.
    open: sql`(t.status in ('pending', 'processing') and exists (select from listing_jobs j where j.id = t.job_id and j.finished_at is null)
      or ${isAwaited('feed', sql`t.id`)})`,
  },
  {
    ...{ ...one('feed.finished'), name: 'feed-job', table: 'listing_jobs', at: sql`t.finished_at`, record: feedRecord(sql`t.id`) },
    data: shortened(sql`'job_id', t.code, 'kind', t.kind, 'status', t.status, 'done', t.current, 'listings', t.total, 'has_error', t.has_error`),
    open: sql`(t.finished_at is null or exists (select from listing_feeds f where f.job_id = t.id
      and (${isAwaited('feed', sql`f.id`)} or ${isAwaited('feed-result', sql`f.id`)})))`,
  },
  {
    ...{ ...one('quantity.answered'), name: 'quantity', table: 'quantity_answers', at: sql`t.at`, record: sql`'offered quantity ' || t.listing_id` },
    data: shortened(sql`'listing_id', t.listing_id, 'sku', ${sku('listing_id')}, 'quantity', t.quantity, 'outcome', t.outcome`),
  },
  {
    ...{ name: 'audit', table: 'audit_entries', at: sql`t.at`, record: sql`t.record_kind || ' ' || coalesce(t.record_id, '')` },
    types: Object.values(AUDITED),
    type: sql`case t.record_kind ${sql.join(
      Object.entries(AUDITED).map(([kind, type]) => sql`when ${sql.lit(kind)} then ${sql.lit(type)}`),
      sql` `,
    )} end`,
    data: shortened(sql`'id', t.record_id, 'change', t.action, 'records', t.records, 'actor_id', t.actor_id,
      'fields', (select jsonb_agg(f order by f) from jsonb_object_keys(coalesce(t.after, t.before, '{}')) f)`),
  },
  {
    ...{ ...one('job.finished'), name: 'job', table: 'job_runs', at: sql`t.finished_at`, record: sql`'job ' || t.id` },
    data: shortened(sql`'job_id', t.id, 'kind', t.kind, 'state', t.state`),
    open: sql`t.finished_at is null`,
  },
];
