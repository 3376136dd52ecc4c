import type { OtherListing } from '@stowage/contract/inventory/adjustment';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { matchCode } from '../../catalog/index.ts';

/** A unit's listing. */
interface UnitListing {
  readonly listingId: number;
  /** Printed on the unit: the FNSKU, else the seller SKU, ASIN or id. */
  readonly identifier: string;
}

const identifier = sql<string>`coalesce(l.fnsku, l.seller_sku, l.asin, l.id::text)`;

export async function getListing(db: Database, listingId: number): Promise<UnitListing> {
  const { rows } = await sql<UnitListing>`select l.id as "listingId", ${identifier} as identifier from listings l where l.id = ${listingId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`There is no listing ${listingId}`);
  return rows[0];
}

/** The listing, if it belongs to the same product as another one. */
export async function findListingOfProduct(
  db: Database,
  { listingId, sameProductAs }: { listingId: number; sameProductAs: number },
): Promise<UnitListing | undefined> {
  const { rows } = await sql<UnitListing>`
    select l.id as "listingId", ${identifier} as identifier
    from listings l join listings own on own.product_id = l.product_id where l.id = ${listingId} and own.id = ${sameProductAs}`.execute(db);
  return rows[0];
}

/**
 * The other listings of a unit's product: seller-fulfilled ones first, then by condition, the best first. For a unit
 * without a listing, the listings of its code.
 */
export async function listOtherListings(db: Database, unitId: number): Promise<OtherListing[]> {
  const unit = await db.selectFrom('units').select(['listing_id', 'identifier']).where('id', '=', unitId).executeTakeFirst();
  if (unit === undefined) return [];
  const named = unit.listing_id === null ? await listNamed(db, unit.identifier) : [];
  const { rows } = await sql<OtherListing>`
    select l.id as listing_id, l.condition as sku_condition, l.seller_sku, l.fnsku, l.channel from listings l
    where l.id = any(${named}::bigint[]) or (l.product_id = (select product_id from listings where id = ${unit.listing_id}::bigint) and l.id <> ${unit.listing_id}::bigint)
    order by l.channel <> 'SELLER_FULFILLED', l.condition = 11 desc, l.condition, l.id`.execute(db);
  return rows;
}

/** The listing, if the code of a unit without a listing names it. */
export async function findListingOfCode(db: Database, { listingId, unitId }: { listingId: number; unitId: number }): Promise<UnitListing | undefined> {
  const unit = await db.selectFrom('units').select('identifier').where('id', '=', unitId).where('listing_id', 'is', null).executeTakeFirst();
  const named = unit === undefined ? [] : await listNamed(db, unit.identifier);
  return named.includes(listingId) ? getListing(db, listingId) : undefined;
}

async function listNamed(db: Database, code: string): Promise<number[]> {
  return (await matchCode(db, code)).map(({ listing }) => listing.id);
}
