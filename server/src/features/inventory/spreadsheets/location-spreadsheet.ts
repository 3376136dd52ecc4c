import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { locationsTopic, refuseLocationCode } from '@stowage/contract/inventory/locations';
import type { RowProblem, Values } from '@stowage/contract/spreadsheets/values';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { filterKnownCodes } from '../../catalog/index.ts';
import { recordKind, type SpreadsheetKind, type SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';
import {
  deleteLocations,
  insertLocations,
  listLocationsByCode,
  listUnitsIn,
  lockLocations,
  readLocations,
  updateLocations,
} from './location-rows.repository.ts';

/** Files of locations: a code names a location, in any letter case. */
export function locationSpreadsheet({ topics }: Pick<Context, 'topics'>): SpreadsheetKind {
  return recordKind({
    name: 'locations',
    rule: ({ code }) => {
      const problem = refuseLocationCode(String(code));
      return problem === undefined ? [] : [{ column: 'code', problem: `Location "${code}": ${problem}` }];
    },
    keysOf: ({ code }) => ({ code: String(code).toUpperCase() }),
    find: findLocations,
    read: readLocations,
    insert: insertLocations,
    update: changeLocations,
    remove: removeLocations,
    announce: () => topics.publish(locationsTopic, { locationId: 0 }),
  });
}

async function findLocations(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<(string | null | RowProblem[])[]> {
  const codes = rows.map(({ values }) => String(values.code).toUpperCase());
  const known = new Map((await listLocationsByCode(db, codes)).map((location) => [location.code, location]));
  const ofProducts = new Set(await filterKnownCodes(db, codes));
  return rows.map(({ values }, nth) => {
    const code = codes[nth] ?? '';
    const location = known.get(code);
    if (location === undefined) {
      return ofProducts.has(code) ? [{ column: 'code', problem: `${code} is the code of a product: a scan could not tell them apart` }] : null;
    }
    const { id, isActive, isSellable, kind, onHand } = location;
    if (!isActive) return [{ column: 'code', problem: `${code} exists, but is not active: activate it under Local Inventory Adjustment, Locations` }];
    if (values.sellable === undefined || values.sellable === isSellable) return id;
    if (kind === 'QUARANTINE') return [{ column: 'sellable', problem: 'Stock in quarantine is not for sale' }];
    if (onHand > 0) return [{ column: 'sellable', problem: `${code} holds ${numberText(onHand)} units: move them first` }];
    return id;
  });
}

/** Sets the values that are present. A unit may have come into the location since the file was checked, or before it is undone. */
async function changeLocations(tx: DatabaseTransaction, changes: readonly { readonly id: string; readonly values: Values }[]): Promise<void> {
  const ids = changes.filter(({ values }) => 'sellable' in values).map(({ id }) => id);
  await lockLocations(tx, ids);
  const [held] = await listUnitsIn(tx, ids);
  if (held !== undefined) {
    const message = `${unitsIn(held)}. Move them before changing whether its stock is for sale.`;
    throw new AppError('conflict', message, { reason: 'later_change' });
  }
  await updateLocations(tx, changes);
}

async function removeLocations(tx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  const [held] = await listUnitsIn(tx, ids);
  if (held !== undefined) throw new AppError('conflict', `${unitsIn(held)}. Undo or move them first.`, { reason: 'later_change' });
  const used = await deleteLocations(tx, ids);
  if (used !== undefined)
    throw new AppError('conflict', `${used} held units before, which its history names. Deactivate it instead.`, { reason: 'later_change' });
}

function unitsIn({ code, units, example }: Awaited<ReturnType<typeof listUnitsIn>>[number]): string {
  return `${code} holds ${counted(units, 'unit')}, such as ${example}`;
}
