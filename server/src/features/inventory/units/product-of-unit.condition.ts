import { type RawBuilder, sql } from 'kysely';

/**
 * Joins the product `p` of rows with a listing `l`. A row without one has the product of its GTIN; the others don't look for one. With
 * `offset 0` each GTIN is looked up by its key, where a join would read all GTINs for a page.
 */
export function joinProduct(identifier: RawBuilder<unknown>) {
  return sql`
    left join lateral (
      select product_id from product_gtins
      where gtin14 = case when l.id is null and ${identifier} ~ '^[0-9]{8,14}$' then lpad(${identifier}, 14, '0') end offset 0
    ) g on true
    left join products p on p.id = coalesce(l.product_id, g.product_id)`;
}

/** The product `p` of units `u` with a listing `l`. */
export const joinProductOfUnit = joinProduct(sql`u.identifier`);
