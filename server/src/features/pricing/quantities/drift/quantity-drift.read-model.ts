import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { DRIFT_PAGE_SIZE, type exportQuantityDrift, type QuantityDriftDay } from '@stowage/contract/pricing/quantity-drift';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { allOf, holdsWords } from '../../../../platform/database/list-query.ts';
import { onlyRow } from '../../../../platform/database/only-row.ts';
import { numberedPages } from '../../../../platform/formats/numbered-pages.ts';

export type DriftFilter = ParsedInputOf<typeof exportQuantityDrift>['query'];

/** One page of the days. Plan: the days of the range by key, with their listings by key; at most the retained days. */
export async function listDriftDays(db: Database, filter: DriftFilter, page: number) {
  const data = await selectDriftDays(db, filter, { limit: DRIFT_PAGE_SIZE, offset: page * DRIFT_PAGE_SIZE });
  const { rows } = await sql<{ totalCount: number; over_seconds: number; under_seconds: number }>`
    select count(*)::int as "totalCount", coalesce(sum(d.over_seconds), 0)::float as over_seconds, coalesce(sum(d.under_seconds), 0)::float as under_seconds
    from ${days(filter)}`.execute(db);
  const totals = onlyRow({ rows });
  return { data, ...totals, ...numberedPages(totals.totalCount, { size: DRIFT_PAGE_SIZE, page }) };
}

const days = ({ startDate, endDate, search, over }: DriftFilter) => sql`
  quantity_drift_days d join listings l on l.id = d.listing_id join products p on p.id = l.product_id
  where ${allOf([sql`d.day between ${startDate}::date and ${endDate}::date`, over && sql`d.over_seconds > 0`, search !== '' && holdsWords(sql`lower(l.seller_sku)`, search)])}`;

/** Rows of the days, the newest first, and of a day the longest first. */
export async function selectDriftDays(db: Database, filter: DriftFilter, { limit, offset }: { limit: number; offset: number }): Promise<QuantityDriftDay[]> {
  const { rows } = await sql<QuantityDriftDay>`
    select d.day::text as day, d.listing_id, coalesce(l.seller_sku, '') as sku, l.product_id, p.title, d.periods, d.over_seconds::float as over_seconds,
      d.under_seconds::float as under_seconds, d.worst_over, d.worst_shown, d.worst_available
    from ${days(filter)} order by d.day desc, d.over_seconds desc, d.listing_id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
