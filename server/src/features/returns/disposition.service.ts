import { conditionName } from '@stowage/contract/catalog/conditions';
import type { ReplyOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { OtherListing } from '@stowage/contract/inventory/adjustment';
import { type decideDisposition, LAST_LABEL_DISPLAY_ORDER, type ListingChoice } from '@stowage/contract/returns/dispositions';
import { returnsTopic } from '@stowage/contract/returns/returns';
import { AppError } from '../../platform/app-error.ts';
import { requireVersion } from '../../platform/commands/require-version.ts';
import type { Context } from '../../platform/context.ts';
import { type DatabaseTransaction, violatesUnique } from '../../platform/database/connection/connect.ts';
import { addListing } from '../catalog/index.ts';
import { publishStock, receiveReturnedUnits, withdrawReturnedUnits } from '../inventory/index.ts';
import { findDecision, lockLine, markVoided, saveExtras, unitsLeft } from './decision.repository.ts';
import { type Disposition, findDisposition } from './disposition.repository.ts';
import { getDecisionLabel } from './line.read-model.ts';
import { getLineProduct, type LineProduct } from './line-listing.read-model.ts';
import { listingInCondition, suggestSku } from './listing.rules.ts';
import { recordDecision, type WantedDecision } from './record-decision.ts';

/** Withdraws the case of a decision. Injected, because cases depend on returns. */
export interface Cases {
  /** @returns a function that publishes the change, to be called after the commit. @throws AppError `has_case` */
  withdraw(tx: DatabaseTransaction, decisionId: number, actorId: number): Promise<() => void>;
}

interface Dependencies extends Pick<Context, 'db' | 'topics'> {
  readonly cases: Cases;
}

interface ConfirmedExtras {
  readonly lineId: number;
  readonly quantity: number;
  /** The number that the person saw. */
  readonly expected: number | undefined;
  readonly actorId: number;
}

const ID_REUSED = { message: 'This id was used for another decision', reason: 'grade_id_reused' };

export type DispositionService = ReturnType<typeof createDispositionService>;

export function createDispositionService({ db, topics, cases }: Dependencies) {
  const publish = (change: 'GRADED' | 'VOIDED' | 'EXTRAS', removalShipment: number, unitIds: readonly number[] = []) => {
    topics.publish(returnsTopic, { change, removalShipment });
    publishStock(topics, unitIds, change === 'VOIDED' ? 'UNDONE' : 'SCANNED');
  };

  return {
    /** Gives units of a line a disposition with a label, and adds the units that stay to stock, in one transaction. */
    async decide(wanted: WantedDecision): Promise<ReplyOf<typeof decideDisposition>> {
      const { answer, unitIds, isRepeat } = await db.transaction().execute(async (tx) => {
        const disposition = await getLabelDisposition(tx, wanted.dispositionId);
        let received: number[] = [];
        const decided = await recordDecision(tx, wanted, ID_REUSED, async (id) => {
          received = await addToStock(tx, id, disposition, wanted);
        });
        return { answer: await describe(tx, decided.answer, wanted), unitIds: received, isRepeat: decided.isRepeat };
      });
      if (!isRepeat) publish('GRADED', wanted.removalShipmentId, unitIds);
      return answer;
    },

    /** Voids a decision: removes its units from stock, or withdraws its case. */
    async void(decisionId: number, actorId: number): Promise<void> {
      const { lineId, isNew, unitIds, publishCase } = await db.transaction().execute((tx) => voidDecision(tx, decisionId, actorId));
      publishCase?.();
      if (isNew) publish('VOIDED', lineId, unitIds);
    },

    /** Sets how many units of a line arrived beyond those shipped. */
    async confirmExtras({ lineId, quantity, expected, actorId }: ConfirmedExtras): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { shipped, graded, extra } = await lockLine(tx, lineId);
        // A repeat after a lost answer finds its own number.
        if (expected !== undefined && quantity !== extra) requireVersion({ expected, current: extra, of: `this number to ${numberText(extra)}` });
        if (shipped + quantity < graded) {
          throw new AppError('conflict', `${graded} units already have a disposition. Undo one first.`, { reason: 'already_graded' });
        }
        await saveExtras(tx, { lineId, quantity, actorId });
      });
      publish('EXTRAS', lineId);
    },
  };

  async function voidDecision(tx: DatabaseTransaction, decisionId: number, actorId: number): Promise<Voided> {
    const lineId = (await getDecision(tx, decisionId)).removalShipmentId;
    // Locks the line, as new decisions do, before reading the decision again.
    await lockLine(tx, lineId);
    const { isVoided, hasCase } = await getDecision(tx, decisionId);
    if (isVoided) return { lineId, isNew: false };
    await markVoided(tx, decisionId, actorId);
    if (hasCase) return { lineId, isNew: true, publishCase: await cases.withdraw(tx, decisionId, actorId) };
    return { lineId, isNew: true, unitIds: await withdrawReturnedUnits(tx, decisionId, actorId) };
  }
}

interface Voided {
  readonly lineId: number;
  /** Whether the decision was valid until now. */
  readonly isNew: boolean;
  readonly unitIds?: readonly number[];
  readonly publishCase?: () => void;
}

async function getLabelDisposition(tx: DatabaseTransaction, id: number): Promise<Disposition> {
  const disposition = await findDisposition(tx, id);
  if (disposition === undefined) throw new AppError('not_found', 'There is no such disposition', { reason: 'unknown_disposition' });
  if (disposition.displayOrder > LAST_LABEL_DISPLAY_ORDER) {
    throw new AppError('rule_violated', `"${disposition.name}" creates a case. Upload photos for it.`, { reason: 'needs_case' });
  }
  return disposition;
}

async function getDecision(tx: DatabaseTransaction, id: number) {
  const decision = await findDecision(tx, id);
  if (decision === undefined) throw new AppError('not_found', `There is no decision ${id}`);
  return decision;
}

/** @returns the ids of the added units; none if the disposition's units don't stay */
async function addToStock(tx: DatabaseTransaction, decisionId: number, disposition: Disposition, wanted: WantedDecision): Promise<number[]> {
  const { condition, isQuarantined } = disposition;
  if (condition === null && !isQuarantined) return [];
  if (condition !== null && wanted.location === undefined) {
    throw new AppError('invalid_input', 'Please select a location', { reason: 'no_location' });
  }
  const product = await getLineProduct(tx, wanted.removalShipmentId);
  const listing = condition === null ? product.listings.find(({ isOwn }) => isOwn) : await chooseListing(tx, product, condition, wanted.listing);
  return receiveReturnedUnits(tx, {
    decisionId,
    item: { listingId: listing?.listing_id ?? null, identifier: listing?.fnsku ?? listing?.seller_sku ?? product.identifier },
    quantity: wanted.quantity,
    location: condition === null ? null : (wanted.location ?? null),
    reason: isQuarantined ? 'RETURNED' : null,
    actorId: wanted.actorId,
  });
}

/** The listing of units in this condition; undefined for a product that the catalog does not contain. */
async function chooseListing(
  tx: DatabaseTransaction,
  product: LineProduct,
  condition: number,
  wanted: WantedDecision['listing'],
): Promise<OtherListing | undefined> {
  const { productId, listings } = product;
  if (productId === null) return undefined;
  if (wanted !== undefined && 'newSku' in wanted) return createListing(tx, { productId, asin: product.asin, condition, sellerSku: wanted.newSku });
  if (wanted !== undefined) {
    const listing = listings.find(({ listing_id }) => listing_id === wanted.id);
    if (listing === undefined) throw new AppError('conflict', 'The listing belongs to another product', { reason: 'not_of_the_product' });
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

async function createListing(tx: DatabaseTransaction, listing: Parameters<typeof addListing>[1]): Promise<OtherListing> {
  try {
    const id = await addListing(tx, listing);
    return { listing_id: id, sku_condition: listing.condition, seller_sku: listing.sellerSku, fnsku: null, channel: 'SELLER_FULFILLED' };
  } catch (error) {
    if (!violatesUnique(error, 'listings_seller_sku_key')) throw error;
    throw new AppError('conflict', `Another listing already has the SKU ${listing.sellerSku}`, { reason: 'sku_taken' });
  }
}

async function describe(tx: DatabaseTransaction, decisionId: number, { removalShipmentId, quantity }: WantedDecision) {
  const { disposition, condition, location, seller_sku, ...label } = await getDecisionLabel(tx, decisionId);
  const remaining = unitsLeft(await lockLine(tx, removalShipmentId));
  const labelCondition = condition === null ? disposition : conditionName(condition);
  return { grade_id: decisionId, quantity, location, seller_sku, remaining, label: { ...label, condition: labelCondition } };
}
