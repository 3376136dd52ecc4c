import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The price list row that a unit cost comes from. */
export interface CostSource {
  readonly cost: string;
  readonly vendor: string | null;
  readonly list: string | null;
  /** When the row was last changed, as a plain date in UTC. */
  readonly day: string;
}

/** Finds the cheapest price list row for the product of a case. The case's cost is taken from it. */
export async function findCostSource(db: Database, caseId: number): Promise<CostSource | undefined> {
  const { rows } = await sql<CostSource>`
    select i.cost, coalesce(i.vendor, u.vendor) as vendor, u.file_name as list, to_char(i.updated_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from return_cases c
    join lateral (
      select l.product_id from listings l where upper(l.fnsku) = upper(c.fnsku) or l.seller_sku = c.seller_sku
      order by upper(l.fnsku) = upper(c.fnsku) desc, l.id limit 1
    ) product on true
    join product_gtins g on g.product_id = product.product_id
    join price_list_items i on i.gtin = g.gtin14
    left join price_list_uploads u on u.id = i.upload_id
    where c.id = ${caseId} and i.cost is not null order by i.cost, i.id limit 1`.execute(db);
  return rows[0];
}
