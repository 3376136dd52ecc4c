import { DAY_MS } from '@stowage/contract/formats/durations';
import { ACCURACY_DAYS, COUNTS_PAGE_SIZE, type CountRow, type CountState } from '@stowage/contract/inventory/counts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { hidesBooked } from './count.rules.ts';

export interface CountFilter {
  readonly state?: CountState | undefined;
  /** A location's code. */
  readonly location?: string | undefined;
  readonly assignee?: number | undefined;
  /** Only the counts that the accuracy covers at this moment. */
  readonly accuracyAt?: Date | undefined;
}

export type CountRecord = WithDates<CountRow, 'created_at' | 'closed_at'> & { readonly round: number };

/** The columns of a count `k`, with `countJoins`. */
export const countColumns = sql`
  k.id, k.state, k.is_blind, k.round, to_char(k.due_on, 'YYYY-MM-DD') as due_on, b.name as started_by, k.created_at, k.closed_at,
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as assignee,
  array(
    select json_build_object('location_id', s.id, 'location', s.code) from count_session_locations p join locations s on s.id = p.location_id
    where p.count_id = k.id order by s.kind <> 'SHELF', s.id
  ) as locations,
  n.lines, n.counted_lines, n.equal_lines`;
export const countJoins = sql`
  join users b on b.id = k.started_by
  left join users a on a.id = k.assignee_id
  cross join lateral (
    select count(*)::int as lines, count(counted)::int as counted_lines, count(*) filter (where counted = booked)::int as equal_lines
    from count_lines where count_id = k.id
  ) n`;

/**
 * One page of counts, newest first.
 * Plan: the page's ids from the end of the primary key or of an index, then each count's lines from its own range.
 */
export async function listCountRows(db: Database, filter: CountFilter, page: number): Promise<{ data: CountRow[]; totalCount: number }> {
  const matching = matchingCounts(filter);
  const data = await readRows(db, sql`select k.id ${matching} order by k.id desc limit ${COUNTS_PAGE_SIZE} offset ${page * COUNTS_PAGE_SIZE}`);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db);
  return { data, totalCount: counted[0]?.count ?? 0 };
}

/** All counts that match, newest first, page by page along the key. */
export function readAllCounts(db: Database, filter: CountFilter): AsyncIterable<readonly CountRow[]> {
  return readPages(EXPORT_PAGE, (last?: CountRow) =>
    readRows(db, sql`select k.id ${matchingCounts(filter)} and k.id < ${last?.id ?? Number.MAX_SAFE_INTEGER} order by k.id desc limit ${EXPORT_PAGE}`),
  );
}

const EXPORT_PAGE = 200;

function matchingCounts(filter: CountFilter) {
  return sql`
    from count_sessions k where ${filter.accuracyAt === undefined ? sql`true` : isOfAccuracy(filter.accuracyAt)}
      ${filter.state === undefined ? sql`` : sql`and k.state = ${filter.state}`}
      ${filter.assignee === undefined ? sql`` : sql`and k.assignee_id = ${filter.assignee}`}
      ${
        filter.location === undefined
          ? sql``
          : sql`and exists (select 1 from count_session_locations p join locations s on s.id = p.location_id
              where p.count_id = k.id and upper(s.code) = upper(${filter.location}))`
      }`;
}

/** @param ids a query of the counts to read */
async function readRows(db: Database, ids: RawBuilder<unknown>): Promise<CountRow[]> {
  const { rows } = await sql<CountRecord>`
    select ${countColumns} from count_sessions k ${countJoins} where k.id = any(array(${ids})) order by k.id desc`.execute(db);
  return rows.map(toCountRow);
}

/** The counts `k` that the accuracy covers: posted in the last `ACCURACY_DAYS`. Plan: the index of posted counts. */
function isOfAccuracy(now: Date): RawBuilder<SqlBool> {
  return sql`k.state = 'POSTED' and k.closed_at > ${new Date(now.getTime() - ACCURACY_DAYS * DAY_MS)} and k.closed_at <= ${now}`;
}

/** The number of open counts, and the accuracy of the recently posted ones. */
export async function summarizeCounts(db: Database, now: Date): Promise<{ open: number; accuracy: { equal_lines: number; counted_lines: number } }> {
  const { rows } = await sql<{ open: number; equal_lines: number; counted_lines: number }>`
    select (select count(*)::int from count_sessions where state in ('OPEN', 'COUNTING', 'SUBMITTED', 'RECOUNT', 'REVIEW')) as open,
      coalesce(sum(equal_lines), 0)::int as equal_lines, coalesce(sum(counted_lines), 0)::int as counted_lines
    from count_sessions k where ${isOfAccuracy(now)}`.execute(db);
  const { open = 0, equal_lines = 0, counted_lines = 0 } = rows[0] ?? {};
  return { open, accuracy: { equal_lines, counted_lines } };
}

export function toCountRow(row: CountRecord): CountRow {
  const { round: _round, created_at, closed_at, equal_lines, ...rest } = row;
  return {
    ...rest,
    created_at: utcText(created_at),
    closed_at: utcText(closed_at),
    equal_lines: hidesBooked({ state: row.state, isBlind: row.is_blind }) ? null : equal_lines,
  };
}
