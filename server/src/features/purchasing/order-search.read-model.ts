import type { PoShow } from '@stowage/contract/purchase-orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

export interface PoFilter {
  readonly search: string;
  readonly show?: PoShow | undefined;
}

/** The orders that a filter lets through, and how they are read from the end of an index that holds them. */
export interface WantedOrders {
  /** Those below an id. */
  readonly below: (id: number) => RawBuilder<SqlBool>;
  /** Newest first. */
  readonly order: RawBuilder<unknown>;
}

/** Above every id. */
export const ALL_IDS = Number.MAX_SAFE_INTEGER;

const SHOWS: Readonly<Record<PoShow, RawBuilder<SqlBool>>> = {
  open: sql`not is_settled`,
  settled: sql`is_settled`,
  over: sql`over > 0`,
  damaged: sql`damaged > 0`,
  backordered: sql`backordered > 0`,
};

/** A vendor's name in full is that vendor's orders, found in their index; for the rest of the searches the trigram index. */
export async function findWanted(db: Database, { search, show }: PoFilter): Promise<WantedOrders> {
  const shown = show === undefined ? sql<SqlBool>`true` : SHOWS[show];
  if (search === '') return { below: (id) => sql`id < ${id} and ${shown}`, order: sql`id desc` };
  const ofVendor = ordersOfVendor(search);
  const { rows } = await sql`select 1 from purchase_orders where ${ofVendor.below(ALL_IDS)} order by upper(vendor), id limit 1`.execute(db);
  if (rows.length > 0) return { ...ofVendor, below: (id) => sql`${ofVendor.below(id)} and ${shown}` };
  return { below: (id) => sql`id < ${id} and ${matches(search)} and ${shown}`, order: sql`id desc` };
}

/** Said as a range, or the planner would read the orders from the newest on until enough are this vendor's. */
function ordersOfVendor(name: string): WantedOrders {
  return {
    below: (id) => sql`(upper(vendor), id) >= (upper(${name}), 0) and (upper(vendor), id) < (upper(${name}), ${id})`,
    order: sql`upper(vendor) desc, id desc`,
  };
}

/** Part of a PO number or a vendor. */
function matches(search: string) {
  return sql<boolean>`upper(po_number || ' ' || coalesce(vendor, '')) like ${`%${search.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}
