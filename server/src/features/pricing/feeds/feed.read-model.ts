import type { OutputOf } from '@stowage/contract/endpoint';
import { addDays } from '@stowage/contract/formats/day';
import { FEED_RESULTS_LIMIT, type FeedResult, type FeedSort, type FeedStatus, type FeedSubmission, type getFeed } from '@stowage/contract/pricing/feeds';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { selectIds } from '../../../platform/database/select-ids.ts';
import { likeText } from '../../../platform/formats/like-text.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { dayStart } from '../../../platform/formats/zone-day.ts';
import { needsLook } from './feed-need.condition.ts';
import { fixHintOf } from './fix-hint.rules.ts';

export interface FeedFilter {
  readonly status?: FeedStatus | undefined;
  readonly feedType?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** The time zone of the days. */
  readonly timeZone: string;
  readonly createdBy?: string | undefined;
  /** Only feeds that need attention at this moment. */
  readonly needsLookAt?: Date | undefined;
}

type FeedDetails = OutputOf<typeof getFeed>;
type Row = Omit<FeedSubmission, 'submitted_at' | 'process_at'> & { submitted_at: Date; process_at: Date | null };

export interface FeedOrder {
  readonly sort: FeedSort;
  readonly descending: boolean;
}

interface FeedPage extends FeedOrder {
  readonly offset: number;
  readonly limit: number;
}

/** Feeds are numbered in the order of their submission. */
const SORT_KEYS: Readonly<Record<FeedSort, RawBuilder<unknown>>> = {
  feed_id: sql`f.feed_submission_id`,
  submitted_at: sql`f.id`,
  process_at: sql`f.process_at`,
  status: sql`f.status`,
  feed_type: sql`f.feed_type`,
  duration: sql`f.process_at - f.submitted_at`,
  errors: sql`f.errors`,
  created_by: sql`lower(u.name)`,
};

/** One page of the feeds. A job sends a few, so all of them are sorted at once. */
export async function listFeedPage(db: Database, filter: FeedFilter, { offset, limit, ...order }: FeedPage) {
  const where = conditions(filter);
  const { rows } = await sql<Row>`${selectFeeds(sql`null::text`)} where ${where} ${orderOf(order)} limit ${limit} offset ${offset}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from listing_feeds f left join users u on u.id = f.created_by where ${where}`.execute(db);
  return { feeds: rows.map(toFeed), totalCount: counts[0]?.count ?? 0 };
}

function orderOf({ sort, descending }: FeedOrder): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql`order by ${SORT_KEYS[sort]} ${direction} nulls last, f.id ${direction}`;
}

/** The ids of all feeds that match a filter, in the order of the list. */
export function listFeedIds(db: Database, filter: FeedFilter, order: FeedOrder): Promise<readonly number[]> {
  return selectIds(db, sql`select f.id from listing_feeds f left join users u on u.id = f.created_by where ${conditions(filter)} ${orderOf(order)}`);
}

/** Feeds in the order of their ids. */
export async function listFeedsOf(db: Database, ids: readonly number[]): Promise<FeedSubmission[]> {
  const { rows } = await sql<Row>`
    ${selectFeeds(sql`null::text`)} where f.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], f.id)`.execute(db);
  return rows.map(toFeed);
}

/** The newest feed with this marketplace ID or job ID, and its SKUs, problems first. */
export async function findFeedDetails(db: Database, id: string): Promise<FeedDetails | undefined> {
  const { rows } = await sql<Row>`${selectFeeds(sql`f.results`)} where f.feed_submission_id = ${id} or j.code::text = ${id} order by f.id desc limit 1`.execute(
    db,
  );
  const [feed] = rows.map(toFeed);
  if (feed === undefined) return undefined;
  const { rows: items } = await sql<Omit<FeedResult, 'hint'>>`
    select c.seller_sku as sku, case when c.sends_price then c.new_price::text end as price, case when c.sends_quantity then c.new_quantity end as quantity, c.outcome, c.reason,
      case when r.result = 'DRIFT' then r.note end as drift
    from listing_feeds f join listing_changes c on c.job_id = f.job_id and c.part = f.part
    left join listing_rereads r on r.job_id = c.job_id and r.seller_sku = c.seller_sku where f.id = ${feed.id}
    order by r.result is not distinct from 'DRIFT' desc, array_position(array['REJECTED', 'WARNING', 'HELD', 'ACCEPTED'], c.outcome) nulls first, c.position limit ${FEED_RESULTS_LIMIT}`.execute(
    db,
  );
  const { rows: counts } = await sql<FeedDetails['reread']>`
    select count(r.result)::int as "readCount", count(*) filter (where r.result = 'DRIFT')::int as "driftCount"
    from listing_feeds f join listing_changes c on c.job_id = f.job_id and c.part = f.part
    join listing_rereads r on r.job_id = c.job_id and r.seller_sku = c.seller_sku where f.id = ${feed.id}`.execute(db);
  return { ...feed, reread: counts[0] ?? { readCount: 0, driftCount: 0 }, items: items.map((item) => ({ ...item, hint: fixHintOf(item.reason) })) };
}

/** The unfinished runs that follow these feeds. */
export async function listOpenRuns(db: Database, ids: readonly (string | number)[]): Promise<number[]> {
  const texts = ids.map(String);
  const { rows } = await sql<{ run_id: number }>`
    select distinct j.run_id from listing_feeds f join listing_jobs j on j.id = f.job_id
    where (f.id::text = any(${texts}::text[]) or f.feed_submission_id = any(${texts}::text[])) and j.run_id is not null and j.finished_at is null`.execute(db);
  return rows.map(({ run_id }) => run_id);
}

function conditions({ status, feedType, startDate, endDate, timeZone, createdBy, needsLookAt }: FeedFilter): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`true`];
  if (status !== undefined) all.push(sql`f.status = ${status}`);
  if (feedType !== undefined) all.push(sql`f.feed_type = ${feedType}`);
  if (startDate !== undefined) all.push(sql`f.submitted_at >= ${dayStart(startDate, timeZone)}`);
  if (endDate !== undefined) all.push(sql`f.submitted_at < ${dayStart(addDays(endDate, 1), timeZone)}`);
  if (createdBy !== undefined && createdBy !== '') all.push(sql`u.name ilike ${`%${likeText(createdBy)}%`}`);
  if (needsLookAt !== undefined) all.push(needsLook(needsLookAt));
  return sql.join<SqlBool>(all, sql` and `);
}

const selectFeeds = (results: RawBuilder<unknown>) => sql`
  select f.id, f.feed_submission_id, j.code::text as job_id, f.feed_type, f.status, f.submitted_at, f.process_at, f.operation_type, u.name as created_by,
    ${results} as results, f.messages, f.accepted, f.warnings, f.errors,
    -- Their quantities were accepted, but not sent with a price.
    case when f.process_at is null then 0 else f.messages - f.accepted - f.warnings - f.errors end as held, f.stuck_at is not null and f.process_at is null as is_stuck
  from listing_feeds f join listing_jobs j on j.id = f.job_id left join users u on u.id = f.created_by`;

function toFeed(row: Row): FeedSubmission {
  return { ...row, submitted_at: utcText(row.submitted_at), process_at: row.process_at && utcText(row.process_at) };
}
