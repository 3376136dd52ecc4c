import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { REORDER_PAGE_SIZE, type ReorderProposal, type ReorderSort, type ReorderView, type VendorProposal } from '@stowage/contract/purchasing/reorder';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { allOf, holdsWords } from '../../../platform/database/list-query.ts';
import { readSettings } from './reorder.repository.ts';
import { type ReasonFigures, reasonsOf } from './reorder-reasons.rules.ts';

export interface ReorderFilter {
  readonly search: string;
  readonly vendor?: string | undefined;
  readonly show: ReorderView;
  readonly ids?: readonly number[] | undefined;
  readonly except?: readonly number[] | undefined;
}

interface Order {
  readonly sort: ReorderSort;
  readonly descending: boolean;
}

const shortDays = sql`lead_days - days_left`;
const amount = sql`line_amount(quantity, unit_cost)`;

const SORT_KEYS: Readonly<Record<ReorderSort, RawBuilder<unknown>>> = {
  short_days: shortDays,
  days_left: sql`days_left`,
  title: sql`lower(title)`,
  vendor: sql`lower(vendor)`,
  local: sql`local`,
  fba: sql`fba`,
  on_order: sql`on_order`,
  per_day: sql`per_day`,
  sold_30: sql`sold_30`,
  quantity: sql`quantity`,
  amount,
};

const VIEWS: Readonly<Record<ReorderView, RawBuilder<unknown> | undefined>> = {
  order: sql`quantity > 0`,
  problem: sql`quantity > 0 and problem is not null`,
  season: sql`is_season`,
  all: undefined,
};

type Row = Omit<ReorderProposal, 'reasons'> & ReasonFigures;

/** A page of proposals, or all of them. Plan: one row per product, sorted in memory: 20,000 take a few hundredths of a second. */
export async function listProposals(db: Database, filter: ReorderFilter, { sort, descending }: Order, page?: number): Promise<ReorderProposal[]> {
  const part = page === undefined ? sql`` : sql`offset ${page * REORDER_PAGE_SIZE} limit ${REORDER_PAGE_SIZE}`;
  const { rows } = await sql<Row>`
    select product_id, title, vendor, gtin, supplier_sku, trim_scale(unit_cost)::text as unit_cost, case_pack, minimum_quantity, lead_days, local, fba, waiting, on_order,
      in_drafts, sold_7, sold_30, sold_90, days_90, per_day, season, is_season, days_left, ${shortDays} as short_days, safety, reorder_below, target, quantity, ${amount}::text as amount, problem
    from reorder_proposals where ${matching(filter)}
    order by ${SORT_KEYS[sort]} ${descending ? sql`desc` : sql`asc`} nulls last, product_id ${part}`.execute(db);
  const settings = await readSettings(db);
  return rows.map((row) => ({ ...row, gtin: row.gtin === null ? null : displayGtin(row.gtin), reasons: reasonsOf(row, settings) }));
}

export async function countProposals(db: Database, filter: ReorderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reorder_proposals where ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findCalculatedAt(db: Database): Promise<Date | null> {
  return (await db.selectFrom('reorder_settings').select('calculated_at').executeTakeFirstOrThrow()).calculated_at;
}

/** The sums of what can be ordered, by vendor. */
export async function listVendorSums(db: Database): Promise<VendorProposal[]> {
  const { rows } = await sql<VendorProposal>`
    select min(r.vendor) as vendor, count(*)::int as products, sum(r.quantity)::int as units,
      coalesce(sum(line_amount(r.quantity, r.unit_cost)), 0)::numeric(14, 2)::text as amount, min(t.minimum_order)::text as minimum_order, min(r.lead_days) as lead_days
    from reorder_proposals r left join vendor_terms t on t.vendor_key = r.vendor_key
    where r.quantity > 0 and r.problem is null group by r.vendor_key order by sum(line_amount(r.quantity, r.unit_cost)) desc nulls last, 1`.execute(db);
  return rows;
}

function matching({ search, vendor, show, ids, except }: ReorderFilter) {
  return allOf([
    VIEWS[show],
    search !== '' && holdsWords(sql`lower(concat_ws(' ', title, supplier_sku, gtin))`, search),
    vendor !== undefined && vendor !== '' && sql`vendor_key = vendor_identity(${vendor})`,
    ids !== undefined && sql`product_id = any(${[...ids]}::bigint[])`,
    except !== undefined && sql`product_id <> all(${[...except]}::bigint[])`,
  ]);
}
