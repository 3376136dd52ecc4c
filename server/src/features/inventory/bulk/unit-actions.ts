import { conditionName } from '@stowage/contract/catalog/conditions';
import * as contract from '@stowage/contract/inventory/unit-bulk';
import type * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { BulkAction, RowResult } from '../../bulk/index.ts';
import { lockUnit, lockUnits } from '../ledger/stock-ledger.repository.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { lockStockPlaces, type StockPlace } from '../ledger/stock-total.repository.ts';
import { lockForUndo, undoMovement } from '../ledger/undo/undo-movement.ts';
import { findActiveLocation, findLocationOfKind, locationReference } from '../locations/location.repository.ts';
import { publishStock, type StockChange } from '../units/publish-stock.ts';
import { moveTo, moveToQuarantine, type Reason, relistAs, removeFromStock } from '../units/unit-commands.ts';
import { listListingsInCondition, listUnitVersions } from './unit-place.read-model.ts';
import { listMatchingUnits } from './unit-selection.service.ts';

type InputOf<C extends { readonly body: z.ZodType<{ input: unknown }> }> = z.output<C['body']>['input'];

interface UnitUndo {
  readonly movementId: number;
}
type UnitAction<Input> = BulkAction<Input, contract.UnitFilter, UnitUndo>;

/** The actions for many units: the commands for one, which also say what undoing each needs. */
export function unitActions({ topics }: Pick<Context, 'topics'>): readonly BulkAction[] {
  const common = (change: StockChange) =>
    ({
      permission: 'stock.write',
      undoOthers: 'stock.approve',
      listMatching: listMatchingUnits,
      listVersions: listUnitVersions,
      lockUndo: (tx, undos) =>
        lockForUndo(
          tx,
          undos.map(({ movementId }) => movementId),
        ),
      // An undo of the whole action, for which the limits of single movements don't hold.
      undo: async (tx, { movementId }, { userId }) => void (await undoMovement(tx, movementId, { userId, mayApprove: true })),
      announce: (records, isUndo) => publishStock(topics, records.map(Number), isUndo ? 'UNDONE' : change),
    }) satisfies Partial<UnitAction<never>>;

  const move: UnitAction<InputOf<typeof contract.moveUnits>> = {
    ...common('MOVED'),
    endpoint: contract.moveUnits,
    lock: async (tx, records, { location }) => lockForMove(tx, records, (await findActiveLocation(tx, locationReference(location)))?.id),
    run: async (tx, record, { location }, { userId }) => resultOf(await moveTo(tx, await requireUnit(tx, record), location, userId)),
  };
  const quarantine: UnitAction<Reason> = {
    ...common('MOVED'),
    endpoint: contract.quarantineUnits,
    alreadySo: ['already_in_quarantine'],
    lock: async (tx, records) => lockForMove(tx, records, await findLocationOfKind(tx, 'QUARANTINE')),
    run: async (tx, record, why, { userId }) => resultOf(await moveToQuarantine(tx, await requireUnit(tx, record), userId, why)),
  };
  const remove: UnitAction<Reason> = {
    ...common('DELETED'),
    endpoint: contract.removeUnits,
    alreadySo: ['already_deleted'],
    lock: (tx, records) => lockForMove(tx, records, undefined),
    run: async (tx, record, why, { userId }) => resultOf(await removeFromStock(tx, await requireUnit(tx, record), userId, why)),
  };
  const changeCondition: UnitAction<InputOf<typeof contract.changeConditions>> = {
    ...common('CONDITION_CHANGED'),
    endpoint: contract.changeConditions,
    lock: lockForCondition,
    run: async (tx, record, { condition, ...reason }, { userId }) => {
      const unit = await requireUnit(tx, record);
      return resultOf(await relistAs(tx, unit, await listingInCondition(tx, unit, condition), { actorId: userId, reason }));
    },
  };
  return [move, quarantine, remove, changeCondition] as readonly BulkAction[];
}

function resultOf(movementId: number | undefined): RowResult {
  return movementId === undefined ? 'UNCHANGED' : { undo: { movementId } };
}

async function requireUnit(tx: DatabaseTransaction, record: string): Promise<Unit> {
  const unit = await lockUnit(tx, Number(record));
  if (unit === undefined) throw new AppError('not_found', `There is no item ${record}`);
  return unit;
}

/** @param to the location that the units move to, if they move */
async function lockForMove(tx: DatabaseTransaction, records: readonly string[], to: number | undefined): Promise<void> {
  const units = await lockUnits(tx, records.map(Number));
  await lockStockPlaces(tx, [...units, ...(to === undefined ? [] : units.map(({ listingId }) => ({ listingId, locationId: to })))]);
}

async function lockForCondition(tx: DatabaseTransaction, records: readonly string[], { condition }: { condition: number }): Promise<void> {
  const units = await lockUnits(tx, records.map(Number));
  const targets = await listListingsInCondition(
    tx,
    units.flatMap(({ listingId }) => listingId ?? []),
    condition,
  );
  const places = units.flatMap(({ locationId, listingId }): StockPlace[] => [
    { locationId, listingId },
    ...(listingId === null ? [] : (targets.get(listingId) ?? []).map((target) => ({ locationId, listingId: target }))),
  ]);
  await lockStockPlaces(tx, places);
}

/** The only listing that a unit can become one of; its own if it already has the condition. */
async function listingInCondition(tx: DatabaseTransaction, { listingId }: Unit, condition: number): Promise<number> {
  if (listingId === null) throw new AppError('conflict', 'The item has no listing. Change its condition alone.', { reason: 'not_of_the_product' });
  const [first, ...others] = (await listListingsInCondition(tx, [listingId], condition)).get(listingId) ?? [];
  if (first === undefined) {
    throw new AppError('conflict', `The product has no listing in the condition ${conditionName(condition)}`, { reason: 'not_of_the_product' });
  }
  if (first === listingId || others.includes(listingId)) return listingId;
  if (others.length > 0) {
    throw new AppError('conflict', `The product has several listings in the condition ${conditionName(condition)}. Change this one alone.`, {
      reason: 'not_of_the_product',
    });
  }
  return first;
}
