import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, NO_CODE, type Question } from '../question.rules.ts';
import { ENDINGS_LOOKED_AT, type Found, type SearchSource } from '../search-source.ts';

interface Row {
  order_id: string;
  stage: string;
  service_level: string | null;
  is_tracked: boolean;
  items: string | null;
}

/** By the beginning or the end of their number, or of the tracking number that they were shipped under. Plan: ranges, and a look-up. */
export const orderSource: SearchSource = {
  kind: 'order',
  async find(db: Database, { code, starting, ending }: Question) {
    if (starting === undefined) return [];
    const { from, below } = ending ?? NO_CODE;
    const { rows } = await sql<Row>`/* prepared: search_orders */
      select o.order_id, o.stage, o.service_level, o.order_id = any(tracked.ids) as is_tracked,
        (select string_agg(coalesce(i.title, i.seller_sku), ', ' order by i.item_id) from order_items i where i.order_id = o.order_id) as items
      from (select array(select distinct order_id from order_boxes where upper(tracking_number) = ${code}) as ids) tracked
      cross join lateral (
        select order_id from unnest(tracked.ids) as t (order_id)
        union
        (select order_id from orders where order_id ~>=~ ${starting.from} and order_id ~<~ ${starting.below}
         order by order_id using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union
        (select order_id from orders where reverse(order_id) ~>=~ ${from} and reverse(order_id) ~<~ ${below}
         order by reverse(order_id) using ~<~ limit ${sql.lit(ENDINGS_LOOKED_AT)})
        union
        (select order_id from order_boxes where reverse(upper(tracking_number)) ~>=~ ${from} and reverse(upper(tracking_number)) ~<~ ${below}
         order by reverse(upper(tracking_number)) using ~<~ limit ${sql.lit(ENDINGS_LOOKED_AT)})
      ) found
      join orders o on o.order_id = found.order_id
      order by is_tracked desc, case when o.order_id ~>=~ ${starting.from} and o.order_id ~<~ ${starting.below} then o.order_id end, o.ordered_at desc, o.order_id limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
      db,
    );
    return rows.map((row) => toFound(row, code));
  },
};

const STAGE_WORDS: Readonly<Record<string, string>> = {
  TO_SHIP: 'to ship',
  PENDING: 'pending',
  TO_CONFIRM: 'to confirm',
  SHIPPED: 'shipped',
  CANCELED: 'canceled',
};

function toFound({ order_id, stage, service_level, is_tracked, items }: Row, code: string): Found {
  return {
    id: order_id,
    title: order_id,
    detail: [STAGE_WORDS[stage] ?? stage, service_level, items].filter((part) => part !== null && part !== '').join(' · '),
    path: addressOf(`/orders/${encodeURIComponent(order_id)}`),
    isExact: is_tracked || order_id.toUpperCase() === code,
  };
}
