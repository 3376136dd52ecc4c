import { sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import type { Saved } from '../import-counts.ts';
import { counted, type Written } from './fba-event.repository.ts';
import type { ReportKeys } from './report-keys.repository.ts';
import type { InventoryRow } from './report-row.rules.ts';

/** Stores the FNSKU of each SKU, and completes listings without an FNSKU. FNSKUs that people entered stay. */
export async function saveInventory(db: DatabasePool, rows: readonly InventoryRow[]): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const { rows: written } = await sql<Written>`
      insert into fba_inventory as old (seller_sku, fnsku, asin, condition, is_fba, fulfillable)
      select * from unnest(${rowArrays(rows, {
        sku: 'text[]',
        fnsku: 'text[]',
        asin: 'text[]',
        condition: 'smallint[]',
        isFba: 'boolean[]',
        fulfillable: 'int[]',
      })})
      on conflict (seller_sku) do update set fnsku = excluded.fnsku, asin = excluded.asin, condition = excluded.condition, is_fba = excluded.is_fba,
        fulfillable = excluded.fulfillable, changed_at = now(), gone_at = null
      where (old.fnsku, old.asin, old.condition, old.is_fba, old.fulfillable, old.gone_at is null)
        is distinct from (excluded.fnsku, excluded.asin, excluded.condition, excluded.is_fba, excluded.fulfillable, true)
      returning xmax = 0 as is_new`.execute(tx);
    await sql`update listings l set fnsku = f.fnsku, updated_at = now() from fba_inventory f
      where f.seller_sku = any(${rows.map((row) => row.sku)}) and l.seller_sku = f.seller_sku and l.fnsku is null`.execute(tx);
    return counted(written);
  });
}

/** Marks the SKUs that are missing in a complete report; by default all. @returns the number of FNSKUs with several remaining SKUs */
export async function closeInventory(db: Database, now: Date, isReported: ReportKeys['has'] = () => sql`false`): Promise<number> {
  await sql`update fba_inventory set gone_at = ${now} where gone_at is null and not ${isReported(sql`seller_sku`)}`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from fba_inventory where gone_at is null group by fnsku having count(*) > 1) several`.execute(db);
  return rows[0]?.count ?? 0;
}
