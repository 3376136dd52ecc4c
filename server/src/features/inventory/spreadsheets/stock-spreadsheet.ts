import { conditionName } from '@stowage/contract/catalog/conditions';
import { codeKey, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { RowProblem, Values } from '@stowage/contract/spreadsheets/values';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { chooseListing, matchCodes } from '../../catalog/index.ts';
import type { AppliedRow, Author, RowCheck, RowToApply, SpreadsheetKind, SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';
import { archivedMovement } from '../archive/archived-movement.ts';
import { listMovementsSince } from '../ledger/ledger-page.read-model.ts';
import { setReceivedDays, withdrawManyUnits } from '../ledger/stock-document.repository.ts';
import { addUnits, lockUnits, type NewUnit } from '../ledger/stock-ledger.repository.ts';
import { lockStockPlaces } from '../ledger/stock-total.repository.ts';
import { refuseUndo, undoRefusalText } from '../ledger/undo/undo.rules.ts';
import { listLocationsByCode } from './location-rows.repository.ts';
import { listFirstMovements } from './stock-rows.read-model.ts';

/** What a row adds units of, and where. */
interface Target {
  readonly listingId: number;
  readonly identifier: string;
  readonly locationId: number;
}

interface AddedUnits {
  readonly units: readonly number[];
}

const UNITS_AT_ONCE = 2_000;

/** Files of stock: each row adds units to a location, through the ledger. */
export function stockSpreadsheet({ topics }: Pick<Context, 'topics'>): SpreadsheetKind {
  return {
    name: 'stock',
    isAdding: true,
    resolved: { columns: ['item', 'condition'], target: 'listingId' satisfies keyof Target },
    rule: ({ received = null }, today) =>
      received !== null && received > today ? [{ column: 'received', problem: `Received ${received} is in the future` }] : [],
    keysOf: () => ({}),
    check: checkStock,
    lock: async (tx, targets) => lockStockPlaces(tx, (await targets()) as Target[]),
    apply: applyStock,
    lockUndo: async (tx, applied) =>
      lockAddedUnits(
        tx,
        (await applied()).map(({ after }) => after as AddedUnits),
      ),
    undo: undoStock,
    announce: () => topics.publish(inventoryHistoryTopic, { unitId: null, change: 'SCANNED' }),
  };
}

async function checkStock(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<RowCheck[]> {
  const codes = rows.map(({ values }) => normalizeCode(String(values.item)));
  const matches = await matchCodes(db, codes);
  const places = await listLocationsByCode(
    db,
    rows.map(({ values }) => String(values.location).toUpperCase()),
  );
  const locations = new Map(places.map((place) => [place.code, place]));
  return rows.map(({ values }, nth) => {
    const item = itemOf(codes[nth] ?? '', matches[nth] ?? [], values);
    const location = locations.get(String(values.location).toUpperCase());
    const problems: RowProblem[] = 'problem' in item ? [{ column: 'item', problem: item.problem }] : [];
    if (location === undefined) problems.push({ column: 'location', problem: `There is no location ${values.location}: bring in the locations first` });
    else if (!location.isActive) problems.push({ column: 'location', problem: `The location ${location.code} is not active` });
    if (problems.length > 0 || 'problem' in item || location === undefined) return { problems };
    const target = { ...item, locationId: Number(location.id) } satisfies Target;
    return { found: null, target, inOneSpelling: { ...inOneSpelling(values), location: location.code } };
  });
}

type Matches = Awaited<ReturnType<typeof matchCodes>>[number];

/** The listing of a code in a condition. */
function itemOf(code: string, matches: Matches, { condition }: Values): Omit<Target, 'locationId'> | { readonly problem: string } {
  if (matches.length === 0) {
    return { problem: `No listing has the code ${code}: ${hintOf(code)}` };
  }
  const wanted = condition === undefined ? matches : matches.filter((match) => match.condition === condition);
  if (wanted.length === 0) {
    const there = [...new Set(matches.map((match) => conditionName(match.condition)))].join(', ');
    return { problem: `${code} has no listing in the condition ${conditionName(Number(condition))}, only ${there}` };
  }
  const choice = chooseListing(wanted, code);
  if (choice.status === 'HIT') {
    const { listing } = choice.match;
    return { listingId: listing.id, identifier: listing.fnsku ?? listing.sellerSku ?? code };
  }
  const skus = wanted.slice(0, 3).map(({ listing }) => listing.sellerSku ?? listing.fnsku ?? listing.asin);
  return { problem: `${code} names several listings: write the seller SKU, such as ${skus.join(' or ')}` };
}

/**
 * The values as every file with the same stock writes them, so that it isn't added twice: a UPC is the EAN-13 with a leading zero, codes
 * have no letter case, and a spreadsheet saves $11.50 as 11.5.
 */
function inOneSpelling({ item, quantity, cost, ...values }: Values): Values {
  const code = normalizeCode(String(item));
  const amount = typeof cost === 'string' && { cost: moneyOf(centsOf(cost)) };
  return { ...values, ...amount, item: codeKey(code), quantity: Number(quantity ?? 1) };
}

/** A code that lost a digit is not repaired: a seller SKU may have the same digits. */
function hintOf(code: string): string {
  if (/^\d{11}$/.test(code) && toGtin14(`0${code}`) !== undefined)
    return `a spreadsheet has removed its leading zero. Format that column as text and write 0${code}.`;
  const isMisread = /^\d{11,13}$/.test(code) && toGtin14(code) === undefined;
  return `bring in products and listings first.${isMisread ? ' Its check digit is wrong: compare it with the barcode.' : ''}`;
}

async function applyStock(tx: DatabaseTransaction, rows: readonly RowToApply[], { userId }: Author): Promise<AppliedRow[]> {
  const units = new Map<number, number[]>();
  for (const part of partsOf(rows, userId)) {
    const ids = await addUnits(
      tx,
      part.map(({ unit }) => unit),
    );
    for (const [nth, { row }] of part.entries()) {
      const id = ids[nth];
      // The counts are locked, but not the location against its deactivation.
      if (id === undefined) throw new AppError('conflict', `The location of row ${row} was deactivated meanwhile`, { reason: 'changed_since' });
      const added = units.get(row) ?? [];
      added.push(id);
      units.set(row, added);
    }
  }
  const received = rows.flatMap(({ row, values: { received: day } }) => (typeof day === 'string' ? (units.get(row) ?? []).map((id) => ({ id, day })) : []));
  await setReceivedDays(tx, received);
  return rows.map(({ row }) => {
    const added = units.get(row) ?? [];
    return { row, id: String(added[0] ?? ''), before: null, after: { units: added } satisfies AddedUnits };
  });
}

/** The units of rows, in parts of a size that one statement adds. */
function* partsOf(rows: readonly RowToApply[], actorId: number): Iterable<{ row: number; unit: NewUnit }[]> {
  let part: { row: number; unit: NewUnit }[] = [];
  for (const { row, values, target } of rows) {
    const { listingId, identifier, locationId } = target as Target;
    const cost = values.cost === undefined ? null : String(values.cost);
    const unit: NewUnit = { listingId, identifier, location: { id: locationId }, source: 'COUNT', actorId, clientScanId: null, cost };
    for (let left = Number(values.quantity ?? 1); left > 0; left -= 1) {
      part.push({ row, unit });
      if (part.length < UNITS_AT_ONCE) continue;
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}

async function lockAddedUnits(tx: DatabaseTransaction, applied: readonly AddedUnits[]): Promise<void> {
  const units = await lockUnits(
    tx,
    applied.flatMap(({ units }) => units),
  );
  await lockStockPlaces(tx, units);
}

/** Removes the units of rows from stock, as the opposite of their addition. */
async function undoStock(tx: DatabaseTransaction, rows: readonly AppliedRow[], { userId }: Author): Promise<void> {
  const ids = rows.flatMap(({ after }) => (after as AddedUnits).units);
  const units = new Map((await lockUnits(tx, ids)).map((unit) => [unit.id, unit]));
  const first = await listFirstMovements(tx, ids);
  if (first.length < new Set(ids).size) throw archivedMovement();
  const later = await listMovementsSince(tx, first);
  const rowOf = new Map(rows.flatMap(({ row, after }) => (after as AddedUnits).units.map((id) => [id, row])));
  const withdrawn = first.map(({ unitId, movementId }) => {
    const unit = units.get(unitId);
    const refuse = (why: string) => new AppError('conflict', `Row ${rowOf.get(unitId)}, unit ${unitId}: ${why}`, { reason: 'later_movement' });
    if (unit === undefined) throw refuse('it is gone');
    if (unit.status === 'SALE_PENDING') throw refuse('it is reserved for an order. Release the order first.');
    const refusal = refuseUndo({ id: movementId, type: 'ADD', undoes: null }, later.get(unitId) ?? []);
    if (refusal !== undefined) throw refuse(undoRefusalText(refusal));
    return { unit, undoes: movementId };
  });
  await withdrawManyUnits(tx, withdrawn, userId);
}
