import type { OtherListing } from '@stowage/contract/inventory-adjustment';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** A listing as a unit carries it. */
export interface UnitListing {
  readonly listingId: number;
  /** What is printed on the unit: its FNSKU, else the next best number. */
  readonly identifier: string;
}

const identifier = sql<string>`coalesce(l.fnsku, l.seller_sku, l.asin, l.id::text)`;

export async function getListing(db: Database, listingId: number): Promise<UnitListing> {
  const { rows } = await sql<UnitListing>`select l.id as "listingId", ${identifier} as identifier from listings l where l.id = ${listingId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`There is no listing ${listingId}`);
  return rows[0];
}

/** The listing, if it is one of the same product as another one. */
export async function findListingOfProduct(
  db: Database,
  { listingId, sameProductAs }: { listingId: number; sameProductAs: number },
): Promise<UnitListing | undefined> {
  const { rows } = await sql<UnitListing>`
    select l.id as "listingId", ${identifier} as identifier
    from listings l join listings own on own.product_id = l.product_id where l.id = ${listingId} and own.id = ${sameProductAs}`.execute(db);
  return rows[0];
}

/** The listings of a unit's product beside its own; our own stock's first, then from the best condition down. */
export async function listOtherListings(db: Database, unitId: number): Promise<OtherListing[]> {
  const { rows } = await sql<OtherListing>`
    select l.id as listing_id, l.condition as sku_condition, l.seller_sku, l.fnsku, l.channel
    from units u join listings own on own.id = u.listing_id join listings l on l.product_id = own.product_id and l.id <> own.id
    where u.id = ${unitId} order by l.channel <> 'SELLER_FULFILLED', l.condition = 11 desc, l.condition, l.id`.execute(db);
  return rows;
}
