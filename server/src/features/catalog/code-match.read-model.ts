import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { hiddenRows } from '../../platform/database/hidden-value.ts';

interface MatchRow {
  kind: CatalogMatch['kind'];
  product_id: number;
  title: string;
  item_code: string | null;
  listing_id: number;
  seller_sku: string | null;
  fnsku: string | null;
  asin: string | null;
  condition: number;
  channel: string;
}

/** More listings than this would not help the person who has to choose. */
const MAX_MATCHES = 20;
const MAX_LONGER = 8;
const GTIN_LENGTH = 14;
/** Sorts after every character of a code. */
const LAST_CHARACTER = '\u{10ffff}';

/** The columns of a match from `found`, `listings l` and `products p`. */
const matchColumns = sql`
  found.kind, p.id as product_id, p.title, p.item_code, l.id as listing_id, l.seller_sku, l.fnsku, l.asin, l.condition, l.channel`;

/**
 * All listings of each code, ordered by the kind of identifier that matches; the answers are in the order of the codes.
 * Plan: for each code five index look-ups joined by key. (`scanned` holds the values once, because a prepared statement would
 * send a repeated parameter twice.)
 */
export async function findMatchesOf(db: Database, codes: readonly string[]): Promise<CatalogMatch[][]> {
  const scanned = codes.map((code) => ({ code, gtin: toGtin14(code) ?? null }));
  const { rows } = await sql<MatchRow & { nth: number }>`/* prepared: find_matches */
    with scanned as materialized (
      select nth, upper(code) as code, gtin14
      from ${hiddenRows(scanned, { code: 'text[]', gtin: 'text[]' })} with ordinality as c (code, gtin14, nth)
    ),
    found as (
      select nth, 1 as rank, 'FNSKU' as kind, l.id from scanned s join listings l on upper(l.fnsku) = s.code
      union all select nth, 2, 'SKU', l.id from scanned s join listings l on upper(l.seller_sku) = s.code
      union all select nth, 3, 'ASIN', l.id from scanned s join listings l on upper(l.asin) = s.code
      union all select nth, 4, 'GTIN', l.id from scanned s join product_gtins g on g.gtin14 = s.gtin14 join listings l on l.product_id = g.product_id
      union all select nth, 5, 'ITEM_CODE', l.id from scanned s join products p on upper(p.item_code) = s.code join listings l on l.product_id = p.id
    )
    select found.nth::int, ${matchColumns}
    from (select *, row_number() over (partition by nth order by rank, id) as position from found) found
    -- The planner expects many matches, and would read all listings: with an offset, it looks up each one.
    cross join lateral (select * from listings where id = found.id offset 0) l join products p on p.id = l.product_id
    where found.position <= ${sql.lit(MAX_MATCHES)} order by found.nth, found.position`.execute(db);
  const matches: CatalogMatch[][] = codes.map(() => []);
  for (const { nth, ...row } of rows) matches[nth - 1]?.push(toMatch(row));
  return matches;
}

/** All listings of a code; see `findMatchesOf`. */
export async function findMatches(db: Database, code: string): Promise<CatalogMatch[]> {
  const [matches = []] = await findMatchesOf(db, [code]);
  return matches;
}

/**
 * The listings with a longer code that begins with this one; a GTIN counts in each of its spellings.
 * Plan: a range in each of four indexes, and three in the primary key of the GTINs.
 */
export async function findLongerMatches(db: Database, code: string): Promise<CatalogMatch[]> {
  const start = code.toUpperCase();
  const limit = sql.lit(MAX_LONGER);
  // The order makes the planner use the index of the range, whose size it doesn't know.
  const beginsWith = (column: RawBuilder<unknown>) =>
    sql`${column} ~>=~ ${start} and ${column} ~<~ ${start + LAST_CHARACTER} order by ${column} using ~<~ limit ${limit}`;
  const gtinStarts = /^\d+$/.test(code) ? ['', '0', '00'].map((zeros) => zeros + code).filter(({ length }) => length < GTIN_LENGTH) : [];
  const { rows } = await sql<MatchRow>`/* prepared: find_longer_matches */
    with starting as (
      (select 1 as rank, 'FNSKU' as kind, id from listings where ${beginsWith(sql`upper(fnsku)`)})
      union all (select 2, 'SKU', id from listings where ${beginsWith(sql`upper(seller_sku)`)})
      union all (select 3, 'ASIN', id from listings where ${beginsWith(sql`upper(asin)`)})
      union all select 4, 'GTIN', l.id from unnest(${gtinStarts}::text[]) start cross join lateral (
        select product_id from product_gtins where gtin14 between rpad(start, ${sql.lit(GTIN_LENGTH)}, '0') and rpad(start, ${sql.lit(GTIN_LENGTH)}, '9') order by gtin14 limit ${limit}
      ) g join listings l on l.product_id = g.product_id
      union all select 5, 'ITEM_CODE', l.id from (select id from products where ${beginsWith(sql`upper(item_code)`)}) p join listings l on l.product_id = p.id
    ), found as (select distinct on (id) * from starting order by id, rank)
    select ${matchColumns} from found join listings l on l.id = found.id join products p on p.id = l.product_id
    order by found.rank, l.id limit ${limit}`.execute(db);
  return rows.map(toMatch);
}

/** The codes that name at least one listing. Plan: five index look-ups for each. @param codes upper case */
export async function listKnownCodes(db: Database, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select c.code from unnest(${codes}::text[], ${codes.map((code) => toGtin14(code) ?? null)}::text[]) as c (code, gtin14)
    where exists (select from listings where upper(fnsku) = c.code) or exists (select from listings where upper(seller_sku) = c.code)
      or exists (select from listings where upper(asin) = c.code)
      or exists (select from product_gtins g join listings l on l.product_id = g.product_id where g.gtin14 = c.gtin14)
      or exists (select from products p join listings l on l.product_id = p.id where upper(p.item_code) = c.code)`.execute(db);
  return rows.map(({ code }) => code);
}

/** Whether a product has the code as a GTIN or item code, also without a listing. Plan: two index look-ups. */
export async function isProductCode(db: Database, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from product_gtins where gtin14 = ${toGtin14(code) ?? null}::text
    union all select from products where upper(item_code) = upper(${code}::text) limit 1`.execute(db);
  return rows.length > 0;
}

function toMatch(row: MatchRow): CatalogMatch {
  return {
    kind: row.kind,
    product: { id: row.product_id, title: row.title, itemCode: row.item_code },
    listing: { id: row.listing_id, sellerSku: row.seller_sku, fnsku: row.fnsku, asin: row.asin, channel: row.channel },
    condition: row.condition,
  };
}
