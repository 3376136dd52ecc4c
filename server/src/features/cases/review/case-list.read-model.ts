import { CASE_STATUSES, type CaseStatus, type CaseView } from '@stowage/contract/cases/case-statuses';
import {
  CASE_RISK_COUNTED,
  CASE_RISK_DAYS,
  CASES_LIST_LIMIT,
  CASES_PAGE_SIZE,
  CASES_SEARCH_WINDOW,
  type CaseFields,
  type CaseRow,
  type CaseSort,
} from '@stowage/contract/cases/cases';
import { claimDay } from '@stowage/contract/cases/claim-day';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { allOf } from '../../../platform/database/list-query.ts';
import { selectIds } from '../../../platform/database/select-ids.ts';
import { dollars } from '../../../platform/formats/dollars.ts';
import { likeText } from '../../../platform/formats/like-text.ts';
import { type WithDates, withUtcTexts } from '../../../platform/formats/utc-text.ts';
import { inView, isClaimOpen, OPEN_CASE_STATUSES } from './case-view.condition.ts';

export type CaseSourceRow = WithDates<Omit<CaseRow, 'qr_case_data' | 'due_on' | Amount>, 'created_at' | 'updated_at'> &
  Record<Amount, string | null> & {
    readonly fields: CaseFields;
    readonly opens_on: string;
    readonly due_on: string;
    readonly is_claim_open: boolean;
  };
type Amount = 'expected_amount' | 'paid_amount';

/** The columns of a case `c`. */
export const caseColumns = sql`
  c.id as qr_case_id, c.status, d.name as disposition, c.quantity, c.photo_count, c.created_at, c.updated_at, c.problem_description,
  json_build_object('lpn', c.lpn, 'removal_order_id', c.removal_order_id, 'amazon_case_id', c.amazon_case_id, 'reimbursement_id', c.reimbursement_id,
    'amazon_reimbursement_amount', c.amazon_reimbursement_amount::text, 'seller_sku', c.seller_sku, 'asin1', c.asin, 'qty', c.quantity,
    'count', c.graded_count, 'fnsku', c.fnsku, 'order_id', c.order_id, 'item_name', c.item_name, 'disposition', c.marketplace_disposition,
    'searchquery', c.tracking_number, 'shipped_quantity', c.shipped_quantity) as fields,
  to_char(c.opens_on, 'YYYY-MM-DD') as opens_on, to_char(c.due_on, 'YYYY-MM-DD') as due_on, ${isClaimOpen} as is_claim_open,
  c.expected_amount, c.paid_amount`;
export const caseJoins = sql`join return_grades g on g.id = c.grade_id join dispositions d on d.id = g.disposition_id`;

const byStatus = sql`c.status_rank, c.id desc`;

/** The orders, written as in their indexes. */
const SORTS: Readonly<Record<CaseSort, (direction: RawBuilder<unknown>, opposite: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  status: (direction, opposite) => sql`c.status_rank ${direction}, c.id ${opposite}`,
  created: (direction) => sql`c.id ${direction}`,
  last_day: (direction) => sql`c.due_on ${direction}, c.id ${direction}`,
  updated: (direction) => sql`c.updated_at ${direction}, c.id ${direction}`,
  expected: (direction) => sql`coalesce(c.expected_amount, 0) ${direction}, c.id ${direction}`,
  paid: (direction) => sql`coalesce(c.paid_amount, 0) ${direction}, c.id ${direction}`,
};

/** Claims that are due come first by their last day, other cases by their status. */
function orderOf({ view, sort = view === 'risk' || view === 'due' ? 'last_day' : 'status', descending }: Pick<CaseFilter, 'view' | 'sort' | 'descending'>) {
  return descending ? SORTS[sort](sql`desc`, sql`asc`) : SORTS[sort](sql`asc`, sql`desc`);
}

export interface CaseFilter {
  readonly page: number;
  readonly view: CaseView;
  readonly status?: CaseStatus | undefined;
  readonly search: string;
  readonly sort?: CaseSort | undefined;
  readonly descending?: boolean;
  /** The current time, which defines today. */
  readonly now: Date;
}

/** Lists cases for the specification's call: the first ${CASES_LIST_LIMIT}, and further ones by page. */
export async function listFirstCases(db: Database, page: number): Promise<CaseRow[]> {
  return readRows(db, sql`select id from return_cases c order by ${byStatus} limit ${CASES_LIST_LIMIT} offset ${page * CASES_LIST_LIMIT}`, byStatus);
}

/**
 * Lists one page of cases, and counts all of them.
 * Plan: the page's ids from an index in the list's order, skipping in the index alone; then each case by its key.
 */
export async function listCases(db: Database, filter: CaseFilter): Promise<{ data: CaseRow[]; totalCount: number }> {
  const { page, search } = filter;
  const order = orderOf(filter);
  const place = sql`limit ${CASES_PAGE_SIZE} offset ${page * CASES_PAGE_SIZE}`;
  if (search !== '') return searchCases(db, filter, order);
  const where = sql.join(conditions(filter), sql` and `);
  const data = await readRows(db, sql`select c.id from return_cases c where ${where} order by ${order} ${place}`, order);
  return { data, totalCount: await countCases(db, filter, where) };
}

/** The ids of all cases that match the list's filters; of a search, its first matches. */
export async function listMatchingCases(db: Database, filter: Omit<CaseFilter, 'page'>, limit: number): Promise<number[]> {
  const isSearch = filter.search !== '';
  const where = sql.join([...(isSearch ? [matches(filter.search)] : []), ...conditions(filter)], sql` and `);
  const { rows } = await sql<{ id: number }>`
    select c.id from return_cases c where ${where} order by ${byStatus} limit ${isSearch ? Math.min(limit, CASES_SEARCH_WINDOW) : limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What an action for many cases must not overwrite: their status or their owner. */
export async function listCaseVersions(db: Database, ids: readonly string[], column: 'status' | 'owner_id'): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; version: string }>`
    select id, coalesce(${sql.ref(column)}::text, '') as version from return_cases where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, version }) => [String(id), version]));
}

async function searchCases(db: Database, filter: CaseFilter, order: RawBuilder<unknown>): Promise<{ data: CaseRow[]; totalCount: number }> {
  const where = sql.join([matches(filter.search), ...conditions(filter)], sql` and `);
  const { rows } = await sql<{ id: number }>`select c.id from return_cases c where ${where} order by ${order} limit ${CASES_SEARCH_WINDOW}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const shown = ids.slice(filter.page * CASES_PAGE_SIZE, (filter.page + 1) * CASES_PAGE_SIZE);
  return { data: await readRows(db, sql`select unnest(${shown}::bigint[])`, order), totalCount: ids.length };
}

function conditions({ view, status, now }: Pick<CaseFilter, 'view' | 'status' | 'now'>): RawBuilder<SqlBool>[] {
  return [inView(view, now), ...(status === undefined ? [] : [sql<SqlBool>`c.status_rank = ${CASE_STATUSES.indexOf(status) + 1}`])];
}

export interface CaseSelection extends Omit<CaseFilter, 'page'> {
  /** Only these cases, or all but these. */
  readonly ids?: readonly number[] | undefined;
  readonly except?: readonly number[] | undefined;
}

/** The ids of all cases of a selection, in the order of the list. */
export function listCaseIds(db: Database, filter: CaseSelection): Promise<readonly number[]> {
  const { search, ids, except } = filter;
  const where = allOf([
    ids && sql`c.id = any(${ids}::bigint[])`,
    except && sql`c.id <> all(${except}::bigint[])`,
    search !== '' && matches(search),
    ...conditions(filter),
  ]);
  return selectIds(db, sql`select c.id from return_cases c where ${where} order by ${orderOf(filter)}`);
}

/** Cases in the order of their ids. */
export async function listCasesOf(db: Database, ids: readonly number[]): Promise<CaseRow[]> {
  return readRows(db, sql`select unnest(${ids}::bigint[])`, sql`array_position(${ids}::bigint[], c.id)`);
}

/** Matches the case number, or all words in the case's search text. */
function matches(search: string): RawBuilder<SqlBool> {
  const words = search.toLowerCase().split(/\s+/).map(likeText);
  const inWords = sql.join<SqlBool>(
    words.map((word) => sql`c.words like ${`%${word}%`}`),
    sql` and `,
  );
  return /^\d{1,15}$/.test(search) ? sql<SqlBool>`(c.id = ${Number(search)} or (${inWords}))` : sql<SqlBool>`(${inWords})`;
}

/** Counts cases. Totals by status are maintained by the database; the other views are small enough to count. */
async function countCases(db: Database, { view, status }: CaseFilter, where: RawBuilder<unknown>): Promise<number> {
  const statuses = view === 'open' ? OPEN_CASE_STATUSES : CASE_STATUSES;
  const counted = status === undefined ? statuses : statuses.filter((one) => one === status);
  const { rows } =
    view === 'all' || view === 'open'
      ? await sql<{ count: number }>`select coalesce(sum(cases), 0)::int as count from case_totals where status = any(${counted}::text[])`.execute(db)
      : await sql<{ count: number }>`select count(*)::int as count from return_cases c where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the open cases whose claim is due soon or overdue, and is not filed. */
export async function countAtRisk(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from return_cases c where ${isClaimOpen} and c.due_on <= ${claimDay(now)}::date + ${CASE_RISK_DAYS}::int
      limit ${CASE_RISK_COUNTED}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

async function readRows(db: Database, ids: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseSourceRow>`select ${caseColumns} from return_cases c ${caseJoins} where c.id = any(array(${ids})) order by ${order}`.execute(
    db,
  );
  return rows.map(toCaseRow);
}

export function toCaseRow({ fields, is_claim_open, ...row }: CaseSourceRow): CaseRow {
  return {
    ...withUtcTexts(row, ['created_at', 'updated_at']),
    qr_case_data: JSON.stringify(fields),
    due_on: is_claim_open ? row.due_on : null,
    expected_amount: dollars(row.expected_amount),
    paid_amount: dollars(row.paid_amount),
  };
}
