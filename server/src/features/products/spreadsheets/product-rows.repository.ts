import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type SpreadsheetRecord, setGiven } from '../../spreadsheets/kinds/index.ts';

/** Products of files, many at once. */

/** The columns that a row can change; the codes of a product only name it. */
const COLUMNS = {
  title: 'text',
  brand: 'text',
  vendor: 'text',
  item_code: 'text',
  image_url: 'text',
  returns_guidance: 'text',
  notes: 'text',
  case_pack: 'int',
  weight: 'numeric',
  length: 'numeric',
  width: 'numeric',
  height: 'numeric',
} as const;

export async function readProducts(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<Values & { id: string }>`
    select id::text as id, title, brand, vendor, item_code, image_url, returns_guidance, notes, case_pack, weight::text as weight, length::text as length,
      width::text as width, height::text as height from products where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}

/** @returns the ids, in the order of the rows */
export async function insertProducts(tx: Database, rows: readonly SpreadsheetRecord[]): Promise<string[]> {
  const { rows: taken } = await sql<{ id: string }>`select nextval('products_id_seq')::text as id from generate_series(1, ${rows.length}::int)`.execute(tx);
  const ids = taken.map(({ id }) => id);
  const records = rows.map(({ values }, nth) => ({ id: ids[nth], condition: CONDITION_NEW, ...values }));
  await sql`
    insert into products (id, title, brand, vendor, item_code, default_condition, image_url, case_pack, weight, length, width, height, returns_guidance, notes)
    overriding system value
    select id, title, brand, vendor, item_code, condition, image_url, case_pack, weight, length, width, height, returns_guidance, notes
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, title text, brand text, vendor text, item_code text, condition smallint,
      image_url text, case_pack integer, weight numeric, length numeric, width numeric, height numeric, returns_guidance text, notes text)`.execute(tx);
  await sql`
    insert into product_gtins (gtin14, product_id) select gtin, id
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, gtin text) where gtin is not null`.execute(tx);
  return ids;
}

/** Sets the values that are present. */
export async function updateProducts(tx: Database, changes: readonly { readonly id: string; readonly values: Values }[]): Promise<void> {
  await sql`
    update products set ${setGiven(COLUMNS)}, revision = revision + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id bigint, values jsonb) where products.id = change.id`.execute(tx);
}

export async function deleteProducts(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from product_gtins where product_id = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from products where id = any(${ids}::bigint[])`.execute(tx);
}
