import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import { ALLOCATION_UNITS_LIMIT, type ProductUnit } from '@stowage/contract/orders/order-units';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { inStock } from '../../inventory/index.ts';

interface Row {
  id: number;
  identifier: string;
  location: string;
  created_at: Date;
}

/** Lists the available units of an allocation's listing, oldest first. Plan: the listing's range of the index of units in stock. */
export async function listAllocationUnits(db: Database, allocationId: number) {
  const { rows } = await sql<Row>`
    select u.id, u.identifier, s.code as location, u.created_at
    from order_allocations p join units u on u.listing_id = p.listing_id join locations s on s.id = u.location_id
    where p.id = ${allocationId} and ${inStock} and u.status = 'AVAILABLE' order by u.id limit ${ALLOCATION_UNITS_LIMIT}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

/**
 * Lists the units of an allocation's product that a packer may take, in every condition, and its reserved unit: the order's
 * condition first, then from best to worst. Plan: each listing's range of the index of units in stock.
 */
export async function listProductUnits(db: Database, allocationId: number): Promise<ProductUnit[]> {
  const { rows } = await sql<Row & { condition: number; is_reserved: boolean }>`
    select u.id, u.identifier, s.code as location, u.created_at, l.condition, u.id is not distinct from p.unit_id as is_reserved
    from order_allocations p
    join listings own on own.id = p.listing_id
    join listings l on l.product_id = own.product_id
    cross join lateral (
      (select u.id, u.identifier, u.created_at, u.location_id from units u
       where u.listing_id = l.id and ${inStock} and u.status = 'AVAILABLE' order by u.id limit ${ALLOCATION_UNITS_LIMIT})
      union all
      select u.id, u.identifier, u.created_at, u.location_id from units u where u.id = p.unit_id and u.listing_id = l.id and u.status = 'SALE_PENDING'
    ) u
    join locations s on s.id = u.location_id
    where p.id = ${allocationId}
    order by l.condition <> own.condition, l.condition <> ${CONDITION_NEW}::int, l.condition, u.id is distinct from p.unit_id, u.id`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}
