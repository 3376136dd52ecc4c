import type { RowProblem } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';

interface KnownProduct {
  readonly id: string;
  readonly title: string;
}

export interface KnownListing {
  readonly listingId: string;
  readonly condition: number;
  readonly product: KnownProduct;
}

/** What the codes of a row name already. */
export interface Owners {
  readonly byGtin?: KnownProduct;
  readonly byItemCode?: KnownProduct;
  readonly bySku?: KnownListing;
  readonly byFnsku?: KnownListing;
  /** Codes that a scan reads as a location. */
  readonly reserved?: readonly RowProblem[];
}

interface OwnerRow {
  readonly nth: number;
  readonly by: 'byGtin' | 'byItemCode' | 'bySku' | 'byFnsku' | 'location';
  readonly productId: string | null;
  readonly title: string;
  readonly listingId: string | null;
  readonly condition: number | null;
}

/** What the codes of rows name, in the order of the rows. Plan: for each row look-ups in the index of each code. */
export async function findOwners(db: Database, rows: readonly SpreadsheetRecord[]): Promise<Owners[]> {
  const column = (name: string) => rows.map(({ values }) => (values[name] === undefined ? null : String(values[name])));
  const { rows: found } = await sql<OwnerRow>`
    with wanted as materialized (
      select * from unnest(${column('gtin')}::text[], ${column('vendor')}::text[], ${column('item_code')}::text[], ${column('seller_sku')}::text[],
        ${column('fnsku')}::text[]) with ordinality as w (gtin, vendor, item_code, sku, fnsku, nth)
    ), codes as (
      select nth, 'byGtin' as by, g.product_id, null::bigint as listing_id from wanted w join product_gtins g on g.gtin14 = w.gtin
      union all select nth, 'byItemCode', p.id, null from wanted w join products p on p.vendor = w.vendor and upper(p.item_code) = upper(w.item_code)
      union all select nth, 'bySku', l.product_id, l.id from wanted w join listings l on upper(l.seller_sku) = upper(w.sku)
      union all select nth, 'byFnsku', l.product_id, l.id from wanted w join listings l on upper(l.fnsku) = upper(w.fnsku)
    )
    select c.nth::int, c.by, p.id::text as "productId", p.title, l.id::text as "listingId", l.condition
    from codes c join products p on p.id = c.product_id left join listings l on l.id = c.listing_id
    union all select w.nth::int, 'location', null, upper(k.code), null, null
    from wanted w join locations k on upper(k.code) in (upper(w.sku), upper(w.fnsku))`.execute(db);
  const owners: Owners[] = rows.map(() => ({}));
  for (const { nth, by, productId, title, listingId, condition } of found) {
    const product = { id: productId ?? '', title };
    const known =
      by === 'location'
        ? { reserved: [{ column: 'seller_sku', problem: `${title} is a location, not a product code` }] }
        : { [by]: listingId === null ? product : { listingId, condition: condition ?? 0, product } };
    owners[nth - 1] = { ...owners[nth - 1], ...known };
  }
  return owners;
}
