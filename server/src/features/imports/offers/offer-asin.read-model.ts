import { sql } from 'kysely';
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
    with listed as (select distinct upper(l.asin) as asin from listings l where ${isWellFormed('l')} and ${isOnPriceList('l')})
    select (select count(*)::int from listed) as listed,
      (select count(distinct upper(m.asin))::int from marketplace_listings m
        where m.gone_at is null and ${isWellFormed('m')} and not exists (select from listed where listed.asin = upper(m.asin))) as others,
      (select count(*)::int from price_list_items i where not exists (
        select from product_gtins g join listings l on l.product_id = g.product_id where g.gtin14 = i.gtin and ${isWellFormed('l')})) as unknown`.execute(db);
  return rows[0] ?? { listed: 0, others: 0, unknown: 0 };
}

async function listedAsins(db: Database, { after, limit }: Page): Promise<OfferAsin[]> {
  const { rows } = await sql<{ asin: string }>`
    select distinct upper(l.asin) as asin from listings l
    where upper(l.asin) > ${after} and ${isWellFormed('l')} and ${isOnPriceList('l')} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ asin }) => ({ asin, key: `${LISTED}${asin}` }));
}

/** The key combines time and ASIN, so that ASINs whose offers are unknown are passed too. */
async function otherAsins(db: Database, { after, limit, startedAt }: Page): Promise<OfferAsin[]> {
  const { rows } = await sql<{ asin: string; key: string }>`
    select asin, key from (
      select m.asin, concat(coalesce(to_char(s.read_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS'), repeat('0', 20)), ' ', m.asin) collate "C" as key
      from (select distinct upper(asin) as asin from marketplace_listings m where gone_at is null and ${isWellFormed('m')}) m
        left join (select asin, min(read_at) as read_at from offer_samples group by asin) s using (asin)
      where (s.read_at is null or s.read_at < ${startedAt})
        and not exists (select from listings l where upper(l.asin) = m.asin and ${isOnPriceList('l')})
    ) others where key > ${after} order by key limit ${limit}`.execute(db);
  return rows.map(({ asin, key }) => ({ asin, key: `${OTHER}${key}` }));
}

const isWellFormed = (table: 'l' | 'm') => sql`upper(${sql.ref(`${table}.asin`)}) ~ '^[A-Z0-9]{10}$'`;
const isOnPriceList = (table: 'l') =>
  sql`exists (select from product_gtins g join price_list_items i on i.gtin = g.gtin14 where g.product_id = ${sql.ref(`${table}.product_id`)})`;
