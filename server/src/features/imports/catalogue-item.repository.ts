import { toGtin14 } from '@stowage/contract/identifiers';
import { type RawBuilder, sql } from 'kysely';
import type { CatalogueItem } from '../../integrations/marketplace/products.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Saved } from './import-counts.ts';

/** What the catalogue says of a product holds this long. */
const KEEP_DAYS = 7;

/** ASINs of our listings, in their order, of which nothing or only something old is known. */
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
      and not exists (select from catalogue_items c where c.asin = upper(m.asin) and c.read_at > ${now}::timestamptz - make_interval(days => ${KEEP_DAYS}))`;
}

/** Keeps what is known of these ASINs; of those that are not among the items it is kept that nothing is known. */
export async function saveCatalogueItems(
  db: Database,
  { asins, items, now }: { asins: readonly string[]; items: readonly CatalogueItem[]; now: Date },
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
      from incoming i left join catalogue_items c using (asin)
    ), saved as (
      insert into catalogue_items (asin, title, brand, image_url, gtins, read_at) select *, ${now} from incoming order by asin
      on conflict (asin) do update set title = excluded.title, brand = excluded.brand, image_url = excluded.image_url, gtins = excluded.gtins,
        read_at = excluded.read_at
    )
    select is_new, is_changed, asin = any(${[...known.keys()]}) as is_known from before`.execute(db);
  const told = rows.filter((row) => row.is_known);
  return { added: told.filter((row) => row.is_new).length, changed: told.filter((row) => row.is_changed).length };
}

/** Gives products what they lack: a title in place of a bare ASIN, a brand, GTINs. What people entered stays. */
export async function alignProducts(db: Database, asins: readonly string[]): Promise<void> {
  await sql`
    update products p set title = case when upper(p.title) = c.asin then coalesce(c.title, p.title) else p.title end, brand = coalesce(p.brand, c.brand), updated_at = now()
    from listings l join catalogue_items c on c.asin = upper(l.asin)
    where l.product_id = p.id and c.asin = any(${asins})
      and ((upper(p.title) = c.asin and c.title is not null) or (p.brand is null and c.brand is not null))`.execute(db);
  await sql`
    insert into product_gtins (gtin14, product_id)
    select distinct on (gtin14) gtin14, l.product_id from catalogue_items c join listings l on upper(l.asin) = c.asin, unnest(c.gtins) as gtin14
    where c.asin = any(${asins}) and not exists (select from product_gtins g where g.product_id = l.product_id)
    order by gtin14, l.product_id on conflict do nothing`.execute(db);
}
