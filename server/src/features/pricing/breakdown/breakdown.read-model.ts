import { type BreakdownItem, type BreakdownJob, type BreakdownSort, ERROR_METHODS, STRATEGY_JOBS } from '@stowage/contract/pricing/pricing-breakdown';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { dollars } from '../../../platform/formats/dollars.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { isUndecided } from '../held-prices/held-price.condition.ts';
import type { SortPosition } from './breakdown-order.rules.ts';
import { type FoundSkus, isFound, matchingSkus } from './found-skus.condition.ts';

interface BreakdownFilter {
  readonly jobId?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly pricingMethod?: string | undefined;
}

/** The decisions of one job with one pricing method: the unit that the indexes sort. */
export interface DecisionGroup {
  readonly jobId: number;
  readonly method: string;
  readonly count: number;
}

export interface DecisionOrder {
  readonly sort: BreakdownSort;
  readonly isDescending: boolean;
  /** Only these SKUs; all when undefined. */
  readonly skus: FoundSkus;
}

const SORTS: Readonly<Record<BreakdownSort, RawBuilder<unknown>>> = {
  merchant_sku: sql`d.seller_sku collate "C"`,
  asin: sql`d.asin collate "C"`,
  map_price: sql`d.map_price`,
  competitive_price: sql`d.competitive_price`,
  submitted_price: sql`d.submitted_price`,
  // Decisions are numbered in the order of their creation.
  created_at: sql`d.id`,
};
/** More SKUs are searched in each query instead of listed. */
const SEARCH_LIMIT = 1_000;

const sizeOf = sql`(select sum(value::int) from jsonb_each_text(j.method_counts))`;

/** The jobs that priced listings, newest first; of those that follow strategies only the ones that hold a price, and all together as the last. */
export async function listBreakdownJobs(db: Database): Promise<BreakdownJob[]> {
  const { rows } = await sql<BreakdownJob>`
    select j.code::text as job_id, ${sizeOf}::int as item_count, j.kind = 'preview-listings' as is_preview,
      exists (select from listing_changes c where c.job_id = j.id and c.held_by is not null and ${isUndecided()}) as needs_approval
    from listing_jobs j where j.method_counts <> '{}'
      and (j.kind <> 'follow-prices' or exists (select from price_strategy_results r where r.job_id = j.id and r.held_by is not null)) order by j.id desc limit 500`.execute(
    db,
  );
  const { rows: following } = await sql<{ count: number }>`
    select coalesce(sum(${sizeOf}), 0)::int as count from listing_jobs j where j.kind = 'follow-prices' and j.method_counts <> '{}'`.execute(db);
  const count = following[0]?.count ?? 0;
  return count === 0 ? rows : [...rows, { job_id: STRATEGY_JOBS, item_count: count, is_preview: false, needs_approval: false }];
}

/** The groups that match a filter, with the sizes that each job has counted. Previews count only if they are asked for. */
export async function listDecisionGroups(db: Database, { jobId, startDate, endDate, pricingMethod }: BreakdownFilter): Promise<DecisionGroup[]> {
  const { rows } = await sql<DecisionGroup>`
    select j.id as "jobId", m.key as method, m.value::int as count
    from listing_jobs j cross join lateral jsonb_each_text(j.method_counts) m
    where ${isJob(jobId)}
      and ${startDate === undefined ? sql`true` : sql`j.started_at >= ${startDate}::date::timestamp at time zone 'UTC'`}
      and ${endDate === undefined ? sql`true` : sql`j.started_at < (${endDate}::date + 1)::timestamp at time zone 'UTC'`}
      and ${pricingMethod === undefined ? sql`true` : sql`m.key = any(${methodsOf(pricingMethod)}::text[])`}`.execute(db);
  return rows;
}

function isJob(jobId: string | undefined) {
  if (jobId === undefined) return sql`j.kind <> 'preview-listings'`;
  return jobId === STRATEGY_JOBS ? sql`j.kind = 'follow-prices'` : sql`j.code::text = ${jobId}`;
}

/** What is priced by the MAP after an error, and what could not be priced at all, are both errors. */
const methodsOf = (method: string): readonly string[] => ((ERROR_METHODS as readonly string[]).includes(method) ? ERROR_METHODS : [method]);

/** The SKUs that contain the term, or whose ASIN does. Few SKUs include the term itself, for a listing that is no longer there. */
export async function findSkus(db: Database, search: string): Promise<FoundSkus> {
  const { rows } = await sql<{ seller_sku: string }>`${matchingSkus(search)} limit ${SEARCH_LIMIT + 1}`.execute(db);
  return rows.length > SEARCH_LIMIT ? { search } : [...new Set([search, ...rows.map(({ seller_sku }) => seller_sku)])];
}

export async function countDecisions(db: Database, groups: readonly DecisionGroup[], skus: FoundSkus): Promise<number> {
  if (skus === undefined) return groups.reduce((sum, { count }) => sum + count, 0);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pricing_decisions d join ${groupsTable(groups)} on g.job_id = d.job_id and g.method = d.pricing_method
    where ${isFound(sql`d.seller_sku`, skus)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The latest decision for a SKU. Plan: backwards through the jobs, looking up the SKU by key; nearly every SKU is in the
 * last job.
 */
export async function findLastDecision(db: Database, sku: string): Promise<BreakdownItem | undefined> {
  const { rows } = await sql<Row>`${selectItems(true)} where d.seller_sku = ${sku} and j.method_counts <> '{}' order by j.id desc limit 1`.execute(db);
  return rows[0] && toItem(rows[0]);
}

/**
 * One page of decisions. Plan: merge the first entries of each group's sort index, then read only the page's rows by key.
 * `npm run bench -- pricing` measures it with 5 million rows in one job.
 */
export async function listDecisions(
  db: Database,
  groups: readonly DecisionGroup[],
  { sort, isDescending, offset, limit, skus }: DecisionOrder & { offset: number; limit: number },
): Promise<BreakdownItem[]> {
  const key = SORTS[sort];
  const inPage = isDescending ? sql`page.key desc nulls last, page.id desc` : sql`page.key asc nulls first, page.id asc`;
  const { rows } = await sql<{ id: number }>`
    select page.id from ${groupsTable(groups)} cross join lateral (
      select d.id, ${key} as key from pricing_decisions d where d.job_id = g.job_id and d.pricing_method = g.method and ${isFound(sql`d.seller_sku`, skus)}
      order by ${orderOf(sort, isDescending)} limit ${offset + limit}
    ) page order by ${inPage} limit ${limit} offset ${offset}`.execute(db);
  return listItems(
    db,
    rows.map(({ id }) => id),
  );
}

/** Matches the order of an index exactly; otherwise the database would sort the rows. */
function orderOf(sort: BreakdownSort, isDescending: boolean): RawBuilder<unknown> {
  if (sort === 'created_at') return isDescending ? sql`d.id desc` : sql`d.id asc`;
  return isDescending ? sql`${SORTS[sort]} desc nulls last, d.id desc` : sql`${SORTS[sort]} asc nulls first, d.id asc`;
}

/** The next positions of a group after a given one. Unknown keys sort lowest. Plan: a range of the group's index. */
export async function listPositions(
  db: Database,
  { jobId, method }: DecisionGroup,
  { sort, isDescending, after, limit, skus }: DecisionOrder & { after: SortPosition | undefined; limit: number },
): Promise<SortPosition[]> {
  const key = SORTS[sort];
  const order = orderOf(sort, isDescending);
  const read = async (where: RawBuilder<unknown>, count: number) => {
    if (count <= 0) return [];
    const { rows } = await sql<SortPosition>`select d.id, ${key} as key from pricing_decisions d
      where d.job_id = ${jobId} and d.pricing_method = ${method} and ${isFound(sql`d.seller_sku`, skus)} and ${where} order by ${order} limit ${count}`.execute(
      db,
    );
    return rows.map(({ id, key: value }) => ({ id, key: MONEY_SORTS.includes(sort) && value !== null ? Number(value) : value }));
  };
  const side = isDescending ? sql`<` : sql`>`;
  const known = (count: number) =>
    read(after === undefined || after.key === null ? sql`${key} is not null` : sql`(${key}, d.id) ${side} (${after.key}, ${after.id})`, count);
  const unknown = (count: number) => read(sql`${key} is null and ${after?.key === null ? sql`d.id ${side} ${after.id}` : sql`true`}`, count);
  if (isDescending) {
    const first = after?.key === null ? [] : await known(limit);
    return [...first, ...(await unknown(limit - first.length))];
  }
  const first = after !== undefined && after.key !== null ? [] : await unknown(limit);
  return [...first, ...(await known(limit - first.length))];
}

const MONEY_SORTS: readonly BreakdownSort[] = ['map_price', 'competitive_price', 'submitted_price'];

/** The decisions with these ids, in the same order. @param hasDetails includes the JSON that explains each decision */
export async function listItems(db: Database, ids: readonly number[], { hasDetails = true } = {}): Promise<BreakdownItem[]> {
  const { rows } = await sql<Row>`${selectItems(hasDetails)} where d.id = any(${ids}::bigint[])`.execute(db);
  const byId = new Map(rows.map((item) => [item.id, toItem(item)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const NO_DETAILS = sql`null as calculation_details, null as competitive_data, null as decision_details`;

function groupsTable(groups: readonly DecisionGroup[]) {
  return sql`unnest(${rowArrays(groups, { jobId: 'bigint[]', method: 'text[]' })}) as g (job_id, method)`;
}

type Money = 'map_price' | 'competitive_price' | 'submitted_price' | 'threshold_price' | 'tiered_price';
type Row = Omit<BreakdownItem, Money | 'created_at'> & Record<Money, string | null> & { created_at: Date };

const selectItems = (hasDetails: boolean) => sql`
  select d.id, d.seller_sku as merchant_sku, d.asin, d.condition as condition_id, d.map_price, d.competitive_price, d.submitted_price, d.threshold_price,
    d.tiered_price, d.price_id, d.threshold_enforced, d.pricing_decision, d.pricing_method, j.code::text as job_id, j.started_at as created_at,
    ${hasDetails ? sql`d.calculation_details::text, d.competitive_data::text, d.decision_details::text` : NO_DETAILS}, c.outcome, c.reason as outcome_reason
  from pricing_decisions d join listing_jobs j on j.id = d.job_id
  left join listing_changes c on c.job_id = d.job_id and c.seller_sku = d.seller_sku`;

function toItem(row: Row): BreakdownItem {
  return {
    ...row,
    created_at: utcText(row.created_at),
    map_price: dollars(row.map_price),
    competitive_price: dollars(row.competitive_price),
    submitted_price: dollars(row.submitted_price),
    threshold_price: dollars(row.threshold_price),
    tiered_price: dollars(row.tiered_price),
  };
}
