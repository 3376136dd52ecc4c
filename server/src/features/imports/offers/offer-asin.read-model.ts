import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** An ASIN whose offers are sampled. */
export interface OfferAsin {
  readonly asin: string;
  /** The sort key: ASINs of price lists first, then the ones with the oldest samples. */
  readonly key: string;
}

interface Page {
  /** The key of the last ASIN; '' at the beginning. */
  readonly after: string;
  readonly limit: number;
  /** ASINs sampled since the start of the run are skipped. */
  readonly startedAt: Date;
}

const LISTED = '0 ';
const OTHER = '1 ';
export const isListed = (key: string) => key.startsWith(LISTED);

/** The next ASINs to sample; a page contains either ASINs of price lists or others. */
export async function listOfferAsins(db: Database, { hasTime, ...page }: Page & { hasTime: boolean }): Promise<OfferAsin[]> {
  const isAmongOthers = page.after.startsWith(OTHER);
  const listed = isAmongOthers ? [] : await listedAsins(db, { ...page, after: page.after.slice(LISTED.length) });
  if (listed.length > 0 || !hasTime) return listed;
  return otherAsins(db, { ...page, after: isAmongOthers ? page.after.slice(OTHER.length) : '' });
}

/** The number of ASINs on price lists, of other ASINs, and of price list items without a known ASIN. */
export async function countOfferAsins(db: Database): Promise<{ listed: number; others: number; unknown: number }> {
  const { rows } = await sql<{ listed: number; others: number; unknown: number }>`
    with listed as (select distinct upper(l.asin) as asin from listings l where ${isWellFormed(sql`upper(l.asin)`)} and ${isOnPriceList()})
    select (select count(*)::int from listed) as listed,
      (select count(distinct upper(m.asin))::int from marketplace_listings m
        where m.gone_at is null and ${isWellFormed(sql`upper(m.asin)`)} and not exists (select from listed where listed.asin = upper(m.asin))) as others,
      (select count(*)::int from price_list_items i where not exists (
        select from product_gtins g join listings l on l.product_id = g.product_id where g.gtin14 = i.gtin and ${isWellFormed(sql`upper(l.asin)`)})) as unknown`.execute(
    db,
  );
  return rows[0] ?? { listed: 0, others: 0, unknown: 0 };
}

/**
 * Plan: the index of ASINs, from the last one until the page is full. With `offset 0` the price lists are looked up for each, where a
 * join would read all of them for each page.
 */
async function listedAsins(db: Database, { after, limit }: Page): Promise<OfferAsin[]> {
  const { rows } = await sql<{ asin: string }>`
    select distinct upper(l.asin) as asin from listings l
    where upper(l.asin) > ${after} and ${isWellFormed(sql`upper(l.asin)`)} and ${isOnPriceList('offset 0')} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ asin }) => ({ asin, key: `${LISTED}${asin}` }));
}

const NEVER = '0'.repeat(20);

/** The key combines time and ASIN, so that ASINs whose offers are unknown are passed too. */
async function otherAsins(db: Database, { after, limit, startedAt }: Page): Promise<OfferAsin[]> {
  const [time = '', asin = ''] = after.split(' ');
  const isAmongUnsampled = time === '' || time === NEVER;
  const unsampled = isAmongUnsampled ? await unsampledAsins(db, { after: asin, limit }) : [];
  const sampled = await sampledAsins(db, { startedAt, limit: limit - unsampled.length, after: isAmongUnsampled ? undefined : { asin, at: momentOf(time) } });
  return [...unsampled, ...sampled].map(({ asin, at }) => ({ asin, key: `${OTHER}${at} ${asin}` }));
}

/** `20261128175400123456` is 2026-11-28T17:54:00.123456Z: a `Date` would lose the microseconds. */
const momentOf = (time: string) => time.replace(/^(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6.').concat('Z');

/** Plan: the index of listed ASINs, from the last one until the page is full. */
async function unsampledAsins(db: Database, { after, limit }: { after: string; limit: number }): Promise<{ asin: string; at: string }[]> {
  const { rows } = await sql<{ asin: string }>`
    select distinct upper(m.asin) as asin from marketplace_listings m
    where m.gone_at is null and upper(m.asin) > ${after} and ${isWellFormed(sql`upper(m.asin)`)}
      and not exists (select from offer_samples s where s.asin = upper(m.asin) offset 0)
      and not exists (select from listings l where upper(l.asin) = upper(m.asin) and ${isOnPriceList()} offset 0)
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ asin }) => ({ asin, at: NEVER }));
}

/** Each ASIN by its oldest sample. Plan: the index of sampling times, from the last one until the page is full. */
async function sampledAsins(
  db: Database,
  { after, startedAt, limit }: { after: { readonly asin: string; readonly at: string } | undefined; startedAt: Date; limit: number },
): Promise<{ asin: string; at: string }[]> {
  if (limit === 0) return [];
  const { rows } = await sql<{ asin: string; at: string }>`
    select s.asin, to_char(s.read_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') as at from offer_samples s
    where (s.read_at, s.asin) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.asin ?? ''}) and s.read_at < ${startedAt} and ${isWellFormed(sql`s.asin`)}
      and not exists (select from offer_samples o where o.asin = s.asin and (o.read_at, o.condition_group) < (s.read_at, s.condition_group) offset 0)
      and exists (select from marketplace_listings m where m.gone_at is null and upper(m.asin) = s.asin offset 0)
      and not exists (select from listings l where upper(l.asin) = s.asin and ${isOnPriceList()} offset 0)
    order by s.read_at, s.asin limit ${limit}`.execute(db);
  return rows;
}

const isWellFormed = (asin: RawBuilder<unknown>) => sql`${asin} ~ '^[A-Z0-9]{10}$'`;

/** Whether the product of a listing `l` is on a price list. */
const isOnPriceList = (offset: '' | 'offset 0' = '') =>
  sql`exists (select from product_gtins g join price_list_items i on i.gtin = g.gtin14 where g.product_id = l.product_id ${sql.raw(offset)})`;
