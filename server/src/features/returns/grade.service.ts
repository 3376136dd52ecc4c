import { conditionName } from '@stowage/contract/catalog/conditions';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { LAST_LABEL_DISPLAY_ORDER, type ListingChoice, type ReturnLabel, returnsTopic } from '@stowage/contract/returns/returns';
import { AppError } from '../../platform/app-error.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { addListing } from '../catalog/index.ts';
import { receiveArrival, withdrawArrival } from '../inventory/index.ts';
import { type Disposition, findDisposition } from './disposition.repository.ts';
import { findGrade, insertGrade, lockLine, markVoided, type NewGrade, saveExtras, unitsLeft } from './grade.repository.ts';
import { getGradeLabel } from './line.read-model.ts';
import { getLineProduct, type LineProduct } from './line-listing.read-model.ts';
import { type LineListing, listingInCondition, suggestSku } from './listing.rules.ts';

interface Wanted extends NewGrade {
  /** The location's id or code. */
  readonly location: number | string | undefined;
  /** Which listing the units become, where the disposition alone does not say. */
  readonly listing: { readonly id: number } | { readonly newSku: string } | undefined;
}

interface Graded {
  readonly gradeId: number;
  readonly quantity: number;
  readonly location: string | null;
  readonly sellerSku: string | null;
  readonly remaining: number;
  readonly label: ReturnLabel;
}

export interface GradeService {
  /** Gives units of a line a disposition with a label, and takes those that are kept into stock: both or nothing. */
  grade(wanted: Wanted): Promise<Graded>;
  /** Takes a decision back, and its units out of stock; a case that nobody has worked on is closed. */
  void(gradeId: number, actorId: number): Promise<void>;
  /** Says how many units of a line came beyond those that were shipped. */
  confirmExtras(lineId: number, quantity: number, actorId: number): Promise<void>;
}

/** What takes back the case that was made of units. Cases know returns, so they are handed in. */
export interface Cases {
  /** @returns what tells of it, to be called after the commit. @throws AppError `has_case` */
  withdraw(tx: DatabaseTransaction, gradeId: number, actorId: number): Promise<() => void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly topics: Topics;
  readonly cases: Cases;
}

export function createGradeService({ db, topics, cases }: Dependencies): GradeService {
  const tell = (change: 'GRADED' | 'VOIDED' | 'EXTRAS', removalShipment: number, unitIds: readonly number[]) => {
    topics.publish(returnsTopic, { change, removalShipment });
    // One message is enough for pages to read the stock again.
    if (unitIds[0] !== undefined) topics.publish(inventoryHistoryTopic, { unitId: unitIds[0], change: change === 'VOIDED' ? 'UNDONE' : 'SCANNED' });
  };

  return {
    async grade(wanted) {
      const { graded, unitIds } = await db.transaction().execute(async (tx) => {
        const disposition = await getLabelDisposition(tx, wanted.dispositionId);
        const { gradeId, isRepeat } = await insertGrade(tx, wanted);
        if (isRepeat) await refuseReusedId(tx, gradeId, wanted);
        const arrived = isRepeat ? [] : await takeIn(tx, gradeId, disposition, wanted);
        return { graded: await describe(tx, gradeId, wanted), unitIds: arrived };
      });
      tell('GRADED', wanted.removalShipmentId, unitIds);
      return graded;
    },

    async void(gradeId, actorId) {
      const { lineId, unitIds, tellOfCase } = await db.transaction().execute(async (tx) => {
        const known = await getGrade(tx, gradeId);
        // The line first, as whoever grades it does; then the grade as it is now.
        await lockLine(tx, known.removalShipmentId);
        const { removalShipmentId, isVoided, hasCase } = await getGrade(tx, gradeId);
        if (isVoided) return { lineId: removalShipmentId, unitIds: [] };
        await markVoided(tx, gradeId, actorId);
        if (hasCase) return { lineId: removalShipmentId, unitIds: [], tellOfCase: await cases.withdraw(tx, gradeId, actorId) };
        return { lineId: removalShipmentId, unitIds: await withdrawArrival(tx, { returnGradeId: gradeId }, actorId) };
      });
      tellOfCase?.();
      tell('VOIDED', lineId, unitIds);
    },

    async confirmExtras(lineId, quantity, actorId) {
      await db.transaction().execute(async (tx) => {
        const { shipped, graded } = await lockLine(tx, lineId);
        if (shipped + quantity < graded) {
          throw new AppError('conflict', `${graded} units have a disposition already: take one back first`, { reason: 'already_graded' });
        }
        await saveExtras(tx, { lineId, quantity, actorId });
      });
      tell('EXTRAS', lineId, []);
    },
  };
}

async function getLabelDisposition(tx: DatabaseTransaction, id: number): Promise<Disposition> {
  const disposition = await findDisposition(tx, id);
  if (disposition === undefined) throw new AppError('not_found', 'There is no such disposition', { reason: 'unknown_disposition' });
  if (disposition.displayOrder > LAST_LABEL_DISPLAY_ORDER) {
    throw new AppError('rule_violated', `"${disposition.name}" is for cases: upload photos for it`, { reason: 'needs_case' });
  }
  return disposition;
}

async function getGrade(tx: DatabaseTransaction, id: number) {
  const grade = await findGrade(tx, id, LAST_LABEL_DISPLAY_ORDER);
  if (grade === undefined) throw new AppError('not_found', `There is no decision ${id}`);
  return grade;
}

async function refuseReusedId(tx: DatabaseTransaction, gradeId: number, wanted: Wanted): Promise<void> {
  const grade = await getGrade(tx, gradeId);
  if (grade.removalShipmentId !== wanted.removalShipmentId || grade.dispositionId !== wanted.dispositionId || grade.quantity !== wanted.quantity) {
    throw new AppError('conflict', 'This id was used for another decision', { reason: 'grade_id_reused' });
  }
}

/** @returns the ids of the units that are in stock now; none where the disposition keeps none */
async function takeIn(tx: DatabaseTransaction, gradeId: number, disposition: Disposition, wanted: Wanted): Promise<number[]> {
  const { condition, isQuarantined } = disposition;
  if (condition === null && !isQuarantined) return [];
  if (condition !== null && wanted.location === undefined) {
    throw new AppError('invalid_input', 'Please select a location', { reason: 'no_location' });
  }
  const product = await getLineProduct(tx, wanted.removalShipmentId);
  const listing = condition === null ? product.listings.find(({ isOwn }) => isOwn) : await chooseListing(tx, product, condition, wanted.listing);
  const item = { listingId: listing?.listing_id ?? null, identifier: listing?.fnsku ?? listing?.seller_sku ?? product.identifier };
  const location = condition === null ? null : (wanted.location ?? null);
  const reason = isQuarantined ? 'RETURNED' : null;
  return receiveArrival(tx, { item, quantity: wanted.quantity, location, source: 'RETURN', reason }, { returnGradeId: gradeId, actorId: wanted.actorId });
}

/** The listing that units in this condition become; undefined for a product that the catalogue does not know. */
async function chooseListing(
  tx: DatabaseTransaction,
  product: LineProduct,
  condition: number,
  wanted: Wanted['listing'],
): Promise<Omit<LineListing, 'isOwn'> | undefined> {
  const { productId, listings } = product;
  if (productId === null) return undefined;
  if (wanted !== undefined && 'newSku' in wanted) return makeListing(tx, { productId, asin: product.asin, condition, sellerSku: wanted.newSku });
  if (wanted !== undefined) {
    const listing = listings.find(({ listing_id }) => listing_id === wanted.id);
    if (listing === undefined) throw new AppError('conflict', 'That is not a listing of this product', { reason: 'not_of_the_product' });
    return listing;
  }
  const choice = listingInCondition(listings, condition);
  if (choice.status === 'HIT') return choice.listing;
  const details: ListingChoice = {
    sku_condition: condition,
    suggested_sku: suggestSku(product.sellerSku, condition),
    listings: listings.map(({ isOwn: _own, ...listing }) => listing),
  };
  const name = conditionName(condition);
  if (choice.status === 'NONE') throw new AppError('conflict', `This product has no listing in condition ${name}`, { reason: 'no_listing', details });
  throw new AppError('conflict', `This product has several listings in condition ${name}. Which one is it?`, { reason: 'several_listings', details });
}

async function makeListing(tx: DatabaseTransaction, listing: Parameters<typeof addListing>[1]): Promise<Omit<LineListing, 'isOwn'>> {
  try {
    const id = await addListing(tx, listing);
    return { listing_id: id, sku_condition: listing.condition, seller_sku: listing.sellerSku, fnsku: null, channel: 'SELLER_FULFILLED' };
  } catch (error) {
    if (!violatesUnique(error, 'listings_seller_sku_key')) throw error;
    throw new AppError('conflict', `The SKU ${listing.sellerSku} belongs to a listing already`, { reason: 'sku_taken' });
  }
}

async function describe(tx: DatabaseTransaction, gradeId: number, { removalShipmentId, quantity }: Wanted): Promise<Graded> {
  const { disposition, condition, location, seller_sku, ...label } = await getGradeLabel(tx, gradeId);
  const remaining = unitsLeft(await lockLine(tx, removalShipmentId));
  const text = condition === null ? disposition : conditionName(condition);
  return { gradeId, quantity, location, sellerSku: seller_sku, remaining, label: { ...label, condition: text } };
}
