import { IDENTIFIER_MESSAGES, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { PutawayItem, PutawayResult, putAway, SuggestedShelf } from '@stowage/contract/inventory/putaway';
import { AppError } from '../../../platform/app-error.ts';
import { once } from '../../../platform/commands/once.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { lockStockPlaces } from '../ledger/stock-total.repository.ts';
import { lockForUndo, undoMovement } from '../ledger/undo/undo-movement.ts';
import type { ActiveLocation } from '../locations/location.repository.ts';
import { requireLocation } from '../locations/location.service.ts';
import { resolveItem } from '../scan/scanned-item.service.ts';
import type { StockWorker } from '../stock-worker.rules.ts';
import { publishStock } from '../units/publish-stock.ts';
import { moveTo } from '../units/unit-commands.ts';
import { describePutawayItem, findFullestShelf, findLastShelf, type ItemPlace, listItemPlaces } from './putaway.read-model.ts';
import { lockUnitsIn } from './putaway.repository.ts';

type Wanted = ParsedInputOf<typeof putAway>['body'];

export type PutawayService = ReturnType<typeof createPutawayService>;

export function createPutawayService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const resolve = (rawCode: string) =>
    resolveItem(db, { code: normalizeCode(rawCode), incomplete: 'add', invalidMessage: `${IDENTIFIER_MESSAGES.invalid}, and no location either` });

  return {
    /** Where an item's units are, and where they belong. */
    async lookUp(code: string): Promise<PutawayItem> {
      const item = await resolve(code);
      const [places, { case_pack, ...description }] = await Promise.all([listItemPlaces(db, item), describePutawayItem(db, item)]);
      if (places.length === 0) throw notInStock(description.item_name ?? item.identifier);
      const waiting = places.filter((place) => place.is_receiving).reduce((sum, { units }) => sum + units, 0);
      return {
        ...description,
        identifier: item.identifier,
        case_pack,
        is_case: isCaseCode(code),
        waiting,
        places,
        shelf: await suggestShelf(db, item, places),
      };
    },

    /** Moves units to a shelf, one movement each, all or none. The same client id moves once. */
    async putAway({ clientId, ...wanted }: Wanted, actorId: number): Promise<PutawayResult> {
      const item = await resolve(wanted.code);
      let moved: readonly number[] = [];
      const result = await db.transaction().execute((tx) =>
        once(tx, { command: 'inventory.putaway', key: clientId, actorId, content: wanted }, async () => {
          const { unitIds, ...rest } = await move(tx, item, wanted, actorId);
          moved = unitIds;
          return rest;
        }),
      );
      publishStock(topics, moved, 'MOVED');
      return result;
    },

    /** Moves the units of a put-away back, the last one first. @returns how many */
    async undo(movements: readonly number[], worker: StockWorker): Promise<number> {
      const unitIds = await db.transaction().execute(async (tx) => {
        await lockForUndo(tx, movements);
        const ids: number[] = [];
        for (const id of movements.toSorted((a, b) => b - a)) ids.push(await undoMovement(tx, id, worker));
        return ids;
      });
      publishStock(topics, unitIds, 'UNDONE');
      return unitIds.length;
    },
  };
}

/** A GTIN-14 whose first digit says that it is on a case of units. */
function isCaseCode(code: string): boolean {
  return /^[1-8]\d{13}$/.test(normalizeCode(code)) && toGtin14(normalizeCode(code)) !== undefined;
}

async function suggestShelf(db: Database, { listingId }: ScannedItem, places: readonly ItemPlace[]): Promise<SuggestedShelf | null> {
  const fullest = await findFullestShelf(db, places);
  if (fullest !== undefined) return { ...fullest, why: 'MOST_UNITS' };
  const last = listingId === null ? undefined : await findLastShelf(db, listingId);
  return last === undefined ? null : { ...last, why: 'LAST' };
}

async function move(tx: DatabaseTransaction, item: ScannedItem, { quantity, locationId, fromLocationId }: Omit<Wanted, 'clientId'>, actorId: number) {
  const to = await requireLocation(tx, locationId);
  const places = await listItemPlaces(tx, item);
  const { item_name } = await describePutawayItem(tx, item);
  const name = item_name ?? item.identifier;
  const from = chooseSource(places, { to, fromLocationId, name });
  const units = await lockUnitsIn(tx, item, from.location_id, quantity);
  if (units.length < quantity) {
    const text = `Only ${numberText(units.length)} of ${name} ${units.length === 1 ? 'is' : 'are'} in ${from.location}, not ${numberText(quantity)}. Nothing was moved.`;
    throw new AppError('conflict', text, { reason: 'too_few' });
  }
  const [unit] = units;
  await lockStockPlaces(
    tx,
    [from.location_id, to.id].map((location) => ({ locationId: location, listingId: unit?.listingId ?? null })),
  );
  const movements: number[] = [];
  for (const one of units) movements.push(...[await moveTo(tx, one, to.id, actorId)].filter((id) => id !== undefined));
  const before = places.find(({ location_id: id }) => id === to.id)?.units ?? 0;
  const unitIds = units.map(({ id }) => id);
  return { unitIds, movements, item_name, identifier: item.identifier, quantity, from_location: from.location, location: to.code, units: before + quantity };
}

/** The location that the units leave: the given one, or receiving. */
function chooseSource(
  places: readonly ItemPlace[],
  { to, fromLocationId, name }: { to: ActiveLocation; fromLocationId: number | undefined; name: string },
): ItemPlace {
  if (places.length === 0) throw notInStock(name);
  const source = places.find((place) => (fromLocationId === undefined ? place.is_receiving : place.location_id === fromLocationId));
  if (source?.location_id === to.id) {
    throw new AppError('conflict', `${name} is in ${to.code} already. Scan the shelf that it goes to.`, { reason: 'already_there' });
  }
  if (source !== undefined) return source;
  const here = places.find(({ location_id: id }) => id === to.id);
  if (here !== undefined) {
    const text = `No unit of ${name} waits in receiving; ${counted(here.units, 'is', 'are')} in ${to.code} already.`;
    throw new AppError('conflict', text, { reason: 'already_there' });
  }
  const others = places.map(({ location, units }) => `${numberText(units)} in ${location}`).slice(0, 3);
  throw new AppError('conflict', `No unit of ${name} waits in receiving. Units: ${others.join(', ')}.`, { reason: 'too_few' });
}

function notInStock(name: string): AppError {
  return new AppError('conflict', `No unit of ${name} is in stock. Receive or scan it in first.`, { reason: 'not_in_stock' });
}
