import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { type RawBuilder, sql } from 'kysely';
import type { CatalogItem } from '../../../integrations/marketplace/calls/product-answers.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { lockCatalog } from '../../catalog/index.ts';
import type { Saved } from '../import-counts.ts';

/** Catalog data of a product is valid this long. */
const VALID_DAYS = 7;

/** The ASINs of our listings without catalog data or with outdated data, sorted. Plan: the index of listed ASINs, from the cursor until the page is full. */
export async function listDueAsins(db: Database, { after, limit, now }: { after: string; limit: number; now: Date }): Promise<string[]> {
  const { rows } = await sql<{ asin: string }>`select distinct upper(asin) as asin ${dueAsins(after, now)} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ asin }) => asin);
}

export async function countDueAsins(db: Database, { after, now }: { after: string; now: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct upper(asin))::int as count ${dueAsins(after, now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function dueAsins(after: string, now: Date): RawBuilder<unknown> {
  return sql`from marketplace_listings m
    where gone_at is null and upper(asin) > ${after} and upper(asin) ~ '^[A-Z0-9]{10}$'
      -- A value for each row: joined, all listings would be compared for the next few.
      and coalesce((select c.read_at <= ${now}::timestamptz - make_interval(days => ${VALID_DAYS}) from catalog_items c where c.asin = upper(m.asin)), true)`;
}

/** Stores the catalog data of these ASINs. ASINs without an item are stored without data. */
export async function saveCatalogItems(
  db: Database,
  { asins, items, now }: { asins: readonly string[]; items: readonly CatalogItem[]; now: Date },
): Promise<Saved> {
  const known = new Map(items.map((item) => [item.asin, item]));
  const incoming = asins.map((asin) => ({
    asin,
    title: known.get(asin)?.title,
    brand: known.get(asin)?.brand,
    image_url: known.get(asin)?.imageUrl,
    gtins: [...new Set((known.get(asin)?.gtins ?? []).flatMap((code) => toGtin14(code) ?? []))],
  }));
  const { rows } = await sql<{ is_known: boolean; is_new: boolean; is_changed: boolean }>`
    with incoming as (
      select i.asin, i.title, i.brand, i.image_url, array(select jsonb_array_elements_text(i.gtins)) as gtins
      from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb) as i (asin text, title text, brand text, image_url text, gtins jsonb)
    ), before as (
      select i.asin, c.asin is null as is_new,
        c.asin is not null and (c.title, c.brand, c.image_url, c.gtins) is distinct from (i.title, i.brand, i.image_url, i.gtins) as is_changed
      from incoming i left join catalog_items c using (asin)
    ), saved as (
      insert into catalog_items (asin, title, brand, image_url, gtins, read_at) select *, ${now} from incoming order by asin
      on conflict (asin) do update set title = excluded.title, brand = excluded.brand, image_url = excluded.image_url, gtins = excluded.gtins,
        read_at = excluded.read_at
    )
    select is_new, is_changed, asin = any(${[...known.keys()]}) as is_known from before`.execute(db);
  const found = rows.filter((row) => row.is_known);
  return { added: found.filter((row) => row.is_new).length, changed: found.filter((row) => row.is_changed).length };
}

/**
 * Completes products with missing data: a title instead of a bare ASIN, a brand, GTINs. Data that people entered stays. A
 * changed product gets a new revision, so that a person who has it open is notified when saving. Most batches change nothing
 * and take no lock.
 */
export async function alignProducts(db: DatabasePool, asins: readonly string[]): Promise<void> {
  const products = sql`catalog_items c join listings l on upper(l.asin) = c.asin join products p on p.id = l.product_id where c.asin = any(${asins})`;
  const lacks = {
    title: sql`(upper(p.title) = c.asin and c.title <> p.title)`,
    brand: sql`(p.brand is null and c.brand is not null)`,
    gtins: sql`not exists (select from product_gtins g where g.product_id = p.id)`,
  };
  const { rows } = await sql`
    select from ${products} and (${lacks.title} or ${lacks.brand} or (${lacks.gtins} and exists (
      select from unnest(c.gtins) as o (gtin14) where not exists (select from product_gtins g where g.gtin14 = o.gtin14)))) limit 1`.execute(db);
  if (rows.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockCatalog(tx);
    await sql`
      with completed as (
        select p.id, min(c.title) filter (where ${lacks.title}) as title, min(c.brand) filter (where ${lacks.brand}) as brand from ${products} group by p.id
      ), added_gtins as (
        insert into product_gtins (gtin14, product_id)
        select distinct on (gtin14) gtin14, p.id from (select p.id, c.gtins from ${products} and ${lacks.gtins}) p, unnest(p.gtins) as gtin14
        order by gtin14, p.id on conflict do nothing returning product_id
      )
      update products p set title = coalesce(t.title, p.title), brand = coalesce(t.brand, p.brand), revision = p.revision + 1, updated_at = now()
      from completed t where t.id = p.id and (t.title is not null or t.brand is not null or p.id in (select product_id from added_gtins))`.execute(tx);
  });
}
