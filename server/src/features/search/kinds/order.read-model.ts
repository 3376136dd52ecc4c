import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import { EMPTY_RANGE, type SearchQuery } from '../search-query.rules.ts';
import { joinDetails, MAX_SUFFIX_MATCHES, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  order_id: string;
  stage: string;
  service_level: string | null;
  is_tracked: boolean;
  items: string | null;
}

/** Finds orders by the prefix or suffix of their number, by tracking number, or by its suffix. Plan: ranges and a lookup. */
export const orderSource: SearchSource = {
  kind: 'order',
  async find(db: Database, { code, prefix, reversedSuffix }: SearchQuery) {
    if (prefix === undefined) return [];
    const { from, below } = reversedSuffix ?? EMPTY_RANGE;
    const { rows } = await sql<Row>`/* prepared: search_orders */
      select o.order_id, o.stage, o.service_level, o.order_id = any(tracked.ids) as is_tracked,
        (select string_agg(coalesce(i.title, i.seller_sku), ', ' order by i.item_id) from order_items i where i.order_id = o.order_id) as items
      from (select array(select distinct order_id from order_boxes where upper(tracking_number) = ${code}) as ids) tracked
      cross join lateral (
        select order_id from unnest(tracked.ids) as t (order_id)
        union
        (select order_id from orders where order_id ~>=~ ${prefix.from} and order_id ~<~ ${prefix.below}
         order by order_id using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union
        (select order_id from orders where reverse(order_id) ~>=~ ${from} and reverse(order_id) ~<~ ${below}
         order by reverse(order_id) using ~<~ limit ${sql.lit(MAX_SUFFIX_MATCHES)})
        union
        (select order_id from order_boxes where reverse(upper(tracking_number)) ~>=~ ${from} and reverse(upper(tracking_number)) ~<~ ${below}
         order by reverse(upper(tracking_number)) using ~<~ limit ${sql.lit(MAX_SUFFIX_MATCHES)})
      ) found
      join orders o on o.order_id = found.order_id
      order by is_tracked desc, case when o.order_id ~>=~ ${prefix.from} and o.order_id ~<~ ${prefix.below} then o.order_id end, o.ordered_at desc, o.order_id limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
      db,
    );
    return rows.map((row) => toHit(row, code));
  },
};

const STAGE_WORDS: Readonly<Record<string, string>> = {
  TO_SHIP: 'to ship',
  PENDING: 'pending',
  TO_CONFIRM: 'to confirm',
  SHIPPED: 'shipped',
  CANCELED: 'canceled',
};

function toHit({ order_id, stage, service_level, is_tracked, items }: Row, code: string): SearchHit {
  return {
    id: order_id,
    title: order_id,
    detail: joinDetails(STAGE_WORDS[stage] ?? stage, service_level, items),
    path: screenAddress(`/orders/${encodeURIComponent(order_id)}`),
    isExact: is_tracked || order_id.toUpperCase() === code,
  };
}
