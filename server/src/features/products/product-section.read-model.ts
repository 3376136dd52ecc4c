import type { ProductCase, ProductOrder, ProductPoLine, StockPlace } from '@stowage/contract/products/product-sections';
import { PRODUCT_SECTION_ROWS } from '@stowage/contract/products/product-sections';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { cutPage } from '../../platform/database/list-query.ts';
import { utcText } from '../../platform/formats/utc-text.ts';

/** A page and the cursor of the next one. */
export interface Section<Row> {
  readonly rows: Row[];
  readonly next: number | null;
}

/** Reads one row more than a page, to know whether there is a next page without counting. */
export const READ_ROWS = PRODUCT_SECTION_ROWS + 1;

export function toSection<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Section<Row> {
  const { page, last } = cutPage(rows, PRODUCT_SECTION_ROWS);
  return { rows: [...page], next: last === undefined ? null : keyOf(last) };
}

/**
 * Lists the locations of listings, the fullest first. Plan: each listing's range in the index of the counts.
 * @param skip the number of rows on the previous pages
 */
export async function listPlaces(db: Database, listingIds: readonly number[], skip: number): Promise<Section<StockPlace>> {
  const { rows } = await sql<StockPlace>`
    select s.code as location, l.id as listing_id, l.seller_sku, l.condition, c.on_hand
    from stock_counts c join locations s on s.id = c.location_id join listings l on l.id = c.listing_id
    where c.listing_id = any(${listingIds}::bigint[]) and c.on_hand > 0 order by c.on_hand desc, s.code, l.id offset ${skip} limit ${READ_ROWS}`.execute(db);
  return toSection(rows, () => skip + PRODUCT_SECTION_ROWS);
}

/** Plan: the end of each GTIN's range in the index, then the orders by key. */
export async function listPoLines(db: Database, gtins: readonly string[], before: number | undefined): Promise<Section<ProductPoLine>> {
  const { rows } = await sql<Omit<ProductPoLine, 'ordered_at'> & { ordered_at: Date }>`
    select n.id, o.po_number, o.vendor, n.supplier_sku, n.ordered, n.received, n.damaged, n.open, n.backordered, n.unit_cost, o.created_at as ordered_at
    from (
      select x.id from unnest(${gtins}::text[]) as wanted (gtin)
      cross join lateral (select id from purchase_order_lines where gtin = wanted.gtin and id < ${before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${READ_ROWS}) x
      order by x.id desc limit ${READ_ROWS}
    ) page join purchase_order_lines n on n.id = page.id join purchase_orders o on o.id = n.purchase_order_id order by n.id desc`.execute(db);
  return toSection(
    rows.map((row) => ({ ...row, ordered_at: utcText(row.ordered_at) })),
    ({ id }) => id,
  );
}

/** Plan: the end of each SKU's range in the index. */
export async function listCases(db: Database, skus: readonly string[], before: number | undefined): Promise<Section<ProductCase>> {
  const { rows } = await sql<Omit<ProductCase, 'created_at'> & { created_at: Date }>`
    select c.id, c.status, c.seller_sku, c.quantity, c.amazon_case_id, c.due_on::text, c.created_at
    from (
      select x.id from unnest(${skus}::text[]) as wanted (sku)
      cross join lateral (select id from return_cases where seller_sku = wanted.sku and id < ${before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${READ_ROWS}) x
      order by x.id desc limit ${READ_ROWS}
    ) page join return_cases c on c.id = page.id order by c.id desc`.execute(db);
  return toSection(
    rows.map((row) => ({ ...row, created_at: utcText(row.created_at) })),
    ({ id }) => id,
  );
}

/** Plan: the end of each listing's range in the index of each line's first allocation, then order and line by key. */
export async function listOrders(db: Database, listingIds: readonly number[], before: number | undefined): Promise<Section<ProductOrder>> {
  const { rows } = await sql<Omit<ProductOrder, 'ordered_at'> & { ordered_at: Date }>`
    select p.id, p.order_id, o.stage, i.seller_sku, l.condition, coalesce(i.quantity, 1) as quantity, i.price, o.ordered_at
    from (
      select x.id from unnest(${listingIds}::bigint[]) as wanted (listing_id)
      cross join lateral (
        select id from order_allocations where listing_id = wanted.listing_id and nth = 1 and id < ${before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${READ_ROWS}
      ) x order by x.id desc limit ${READ_ROWS}
    ) page join order_allocations p on p.id = page.id join orders o on o.order_id = p.order_id join listings l on l.id = p.listing_id
    left join order_items i on i.order_id = p.order_id and i.item_id = p.item_id order by p.id desc`.execute(db);
  return toSection(
    rows.map((row) => ({ ...row, ordered_at: utcText(row.ordered_at) })),
    ({ id }) => id,
  );
}
