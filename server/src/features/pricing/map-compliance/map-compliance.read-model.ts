import type { MapCompetitor, MapCoverage, MapReportRow, MapViolation } from '@stowage/contract/pricing/map-compliance';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

/** Days in UTC, both inclusive. */
export interface ReportFilter {
  readonly startDate: string;
  readonly endDate: string;
  readonly competitorIds: readonly number[];
}

export async function listWatched(db: Database): Promise<MapCompetitor[]> {
  return db.selectFrom('competitors').select(['id', 'name']).where('is_watched', '=', true).orderBy('name').orderBy('id').execute();
}

/**
 * The violation counts by name and day. When all accounts of a name are selected, the counts are read from
 * `map_violation_days`; otherwise they are computed from the snapshots. Each name is one row with arrays, because 60,000
 * single rows take three times as long. Plan: a range of `map_violation_days_pkey` per name, and an index-only scan of
 * `map_snapshots_violations` per remaining account.
 */
export async function listViolationCounts(db: Database, { startDate, endDate, competitorIds }: ReportFilter): Promise<MapReportRow[]> {
  const { rows } = await sql<{ name: string; days: string[]; counts: number[] }>`
    with names as (
      select name, array_agg(id) filter (where id = any(${competitorIds}::int[])) as selected, count(*) as accounts from competitors
      where is_watched and name in (select name from competitors where id = any(${competitorIds}::int[]))
      group by name
    )
    select n.name, array_agg(d.day::text order by d.day) as days, array_agg(d.violations order by d.day) as counts
    from names n cross join lateral (
      select day, violations from map_violation_days
      where name = n.name and day between ${startDate}::date and ${endDate}::date and cardinality(n.selected) = n.accounts
      union all
      select day, count(distinct asin)::int from map_snapshots
      where competitor_id = any(n.selected) and is_violation and day between ${startDate}::date and ${endDate}::date and cardinality(n.selected) < n.accounts
      group by day
    ) d
    group by n.name order by n.name`.execute(db);
  return rows.flatMap(({ name, days, counts }) => days.map((date, index) => ({ date, competitorName: name, violationCount: counts[index] ?? 0 })));
}

interface ViolationRow extends Omit<MapViolation, 'price' | 'shipping' | 'map' | 'below' | 'readAt'> {
  price: string;
  shipping: string;
  map: string;
  below: string;
  readAt: Date;
}

/** The sort position of a violation. */
export interface ViolationPosition {
  readonly date: string;
  readonly asin: string;
  readonly sellerId: string;
}

/** The offers behind the report: newest day first, then by ASIN and account. */
export async function listViolations(
  db: Database,
  filter: ReportFilter,
  { offset = 0, limit, after }: { offset?: number; limit: number; after?: ViolationPosition | undefined },
): Promise<MapViolation[]> {
  const next =
    after === undefined
      ? sql`true`
      : sql`(v.day < ${after.date}::date or (v.day = ${after.date}::date and (v.asin, c.seller_id) > (${after.asin}, ${after.sellerId})))`;
  const { rows } = await sql<ViolationRow>`
    select page.*, (select title from catalog_items i where i.asin = page.asin) as title from (
      select v.day::text as date, c.name as "competitorName", c.seller_id as "sellerId", v.asin, v.price, v.shipping, v.map, v.map - v.compared as below,
        v.read_at as "readAt"
      from ${violations(filter)} and ${next}
      order by v.day desc, v.asin, c.seller_id limit ${limit} offset ${offset}
    ) page order by date desc, asin, "sellerId"`.execute(db);
  return rows.map(({ price, shipping, map, below, readAt, ...row }) => ({
    ...row,
    ...{ price: Number(price), shipping: Number(shipping), map: Number(map), below: Number(below), readAt: utcText(readAt) },
  }));
}

export async function countViolations(db: Database, filter: ReportFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${violations(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function violations({ startDate, endDate, competitorIds }: ReportFilter): RawBuilder<unknown> {
  return sql`competitors c join map_snapshots v on v.competitor_id = c.id and v.is_violation
    where c.id = any(${competitorIds}::int[]) and c.is_watched and v.day between ${startDate}::date and ${endDate}::date`;
}

/** The number of sampled products per day. */
export async function readCoverage(db: Database, { startDate, endDate }: Omit<ReportFilter, 'competitorIds'>): Promise<MapCoverage> {
  const { rows: days } = await sql<MapCoverage['days'][number]>`
    select day::text as date, asins as sampled, cut_short as "cutShort" from map_sample_days
    where day between ${startDate}::date and ${endDate}::date order by day`.execute(db);
  return { asinsWithMap: await countMapAsins(db), days };
}

/** The number of our ASINs with a MAP. Reads all listings. */
export async function countMapAsins(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct upper(l.asin))::int as count from listings l where l.product_id in (
      select g.product_id from product_gtins g join price_list_items i on i.gtin = g.gtin14 where i.map is not null
    )`.execute(db);
  return rows[0]?.count ?? 0;
}
