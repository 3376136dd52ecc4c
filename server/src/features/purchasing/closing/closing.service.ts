import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { ClosingLine, Decision, Difference } from '@stowage/contract/purchasing/packing-lists';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { quarantineReceivedUnits, releaseAllFromQuarantine } from '../../inventory/index.ts';
import { notify } from '../../notifications/index.ts';
import { getList, getOpenList, refuseUnexpected } from '../packing-lists/open-list.service.ts';
import { listLinesOf } from '../packing-lists/packing-list.read-model.ts';
import * as lists from '../packing-lists/packing-list.repository.ts';
import { type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { settleLines } from '../receiving/line-settlement.service.ts';
import { listReceivedUnits } from '../receiving/receipt.repository.ts';
import { countUnexpected } from '../receiving/unexpected.repository.ts';
import * as closings from './closing.repository.ts';
import { differencesOf, isPossible, type LineDifference } from './closing.rules.ts';

interface Decided {
  readonly lineId: number;
  readonly difference: Difference;
  readonly quantity: number;
  readonly decision: Decision;
}

export interface ClosingService {
  /** What closing a list would have to decide. */
  differences(packingListId: number): Promise<{ lines: ClosingLine[]; unexpected: number }>;
  /** Closes a list with a decision for each line that is short, over or damaged. */
  close(packingListId: number, decisions: readonly Decided[], actorId: number): Promise<void>;
  reopen(packingListId: number, reason: string, actorId: number): Promise<void>;
}

export function createClosingService({ db, topics }: { db: DatabasePool; topics: Topics }): ClosingService {
  const change = async (work: (tx: DatabaseTransaction) => Promise<{ list: ListOfOrder; unitIds: readonly number[] }>): Promise<void> => {
    const { list, unitIds } = await db.transaction().execute(work);
    topics.publish(receivingTopic, { poNumber: list.poNumber, packingListId: list.packingListId, change: 'LIST' });
    if (unitIds[0] !== undefined) topics.publish(inventoryHistoryTopic, { unitId: unitIds[0], change: 'MOVED' });
  };

  return {
    differences: (packingListId) => describeDifferences(db, packingListId),

    close: (packingListId, decisions, actorId) =>
      change(async (tx) => {
        const list = await getOpenList(tx, packingListId);
        const differences = differencesOf(await lists.listLines(tx, packingListId));
        refuseOtherThan(differences, decisions);
        await refuseUnexpected(tx, packingListId);
        await keepDecisions(tx, packingListId, decisions, actorId);
        const unitIds = await setAside(tx, packingListId, decisions, actorId);
        await lists.setState(tx, packingListId, 'CLOSED', actorId);
        await recordChange(tx, list, { kind: 'CLOSED', details: { decisions }, actorId });
        if (decisions.length > 0) await tellDifferences(tx, list, decisions.length);
        return { list, unitIds };
      }),

    reopen: (packingListId, reason, actorId) =>
      change(async (tx) => {
        const list = await getList(tx, packingListId);
        if ((await lists.readList(tx, packingListId))?.state !== 'CLOSED')
          throw new AppError('conflict', 'This packing list is not closed', { reason: 'not_closed' });
        if (await closings.hasReceivedCredit(tx, packingListId))
          throw new AppError('conflict', 'The vendor has given a credit for what this list claimed: it stays closed', { reason: 'credit_received' });
        const unitIds = await releaseAllFromQuarantine(tx, await closings.listSetAside(tx, packingListId), actorId);
        await settleLines(tx, await closings.voidDecisions(tx, packingListId));
        await lists.setState(tx, packingListId, 'RECEIVING');
        await recordChange(tx, list, { kind: 'REOPENED', details: { reason }, actorId });
        return { list, unitIds };
      }),
  };
}

async function tellDifferences(tx: Database, { poNumber, packingListId }: ListOfOrder, lines: number): Promise<void> {
  const title = `A packing list of PO ${poNumber} was closed with ${lines === 1 ? '1 difference' : `${lines.toLocaleString('en-US')} differences`}`;
  const path = `/receiveinventory?po=${encodeURIComponent(poNumber)}&tab=edit&list=${packingListId}`;
  const key = `list-differs ${packingListId} ${new Date().toISOString()}`;
  await notify(tx, { kind: 'list-differs', title, record: { kind: 'packing-list', id: packingListId }, path, key });
}

async function describeDifferences(db: Database, packingListId: number): Promise<{ lines: ClosingLine[]; unexpected: number }> {
  const lines = new Map((await listLinesOf(db, packingListId)).map((line) => [line.stowage_supplier_po_id, line]));
  const differences = differencesOf(
    [...lines.values()].map((line) => ({
      lineId: line.stowage_supplier_po_id,
      quantity: line.packinglist_qty,
      received: line.packing_list_received,
      damaged: line.damaged_qty,
    })),
  );
  return {
    lines: differences.flatMap(({ lineId, difference, quantity }) => {
      const line = lines.get(lineId);
      return line === undefined ? [] : [{ ...line, difference, quantity }];
    }),
    unexpected: await countUnexpected(db, packingListId),
  };
}

/** Each difference as it stands needs one decision, and nothing else is decided. */
function refuseOtherThan(differences: readonly LineDifference[], decisions: readonly Decided[]): void {
  const key = ({ lineId, difference }: LineDifference) => `${lineId} ${difference}`;
  const decided = new Map(decisions.map((one) => [key(one), one]));
  const open = differences.filter((one) => !decided.has(key(one))).length;
  if (open > 0) {
    throw new AppError('rule_violated', `${open.toLocaleString('en-US')} ${open === 1 ? 'line is' : 'lines are'} undecided`, { reason: 'undecided' });
  }
  const quantities = new Map(differences.map((one) => [key(one), one.quantity]));
  if (decided.size < decisions.length || decisions.some((one) => quantities.get(key(one)) !== one.quantity)) {
    throw new AppError('conflict', 'Receiving went on meanwhile: please look at the lines again', { reason: 'changed_meanwhile' });
  }
  if (decisions.some(({ difference, decision }) => !isPossible(difference, decision))) {
    throw new AppError('invalid_input', 'That can’t be decided of such a line', { reason: 'impossible_decision' });
  }
}

async function keepDecisions(tx: DatabaseTransaction, packingListId: number, decisions: readonly Decided[], actorId: number): Promise<void> {
  if (decisions.length === 0) return;
  await closings.insertDecisions(tx, packingListId, decisions, actorId);
  await settleLines(tx, [...new Set(decisions.map(({ lineId }) => lineId))]);
}

/** Units beyond the list that go back or are parked wait in quarantine. Which they were is kept. */
async function setAside(tx: DatabaseTransaction, listId: number, decisions: readonly Decided[], actorId: number): Promise<number[]> {
  const groups = [];
  const lineOf = new Map<number, number>();
  for (const { lineId, quantity, decision } of decisions) {
    if (decision !== 'RETURN' && decision !== 'PARK') continue;
    const arrived = await listReceivedUnits(tx, { listId, lineId });
    for (const { unitId } of arrived) lineOf.set(unitId, lineId);
    // What came damaged lies in quarantine already.
    groups.push({ arrived, quantity, reason: decision === 'RETURN' ? 'RETURNED' : 'OTHER', mayBeThere: true });
  }
  if (groups.length === 0) return [];
  const unitIds = await quarantineReceivedUnits(tx, groups, actorId);
  const moved = new Set(unitIds);
  const setAsideUnits = [...lineOf].filter(([unitId]) => moved.has(unitId)).map(([unitId, lineId]) => ({ unitId, lineId }));
  await closings.insertSetAside(tx, listId, setAsideUnits);
  return unitIds;
}
