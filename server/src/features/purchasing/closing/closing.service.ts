import { counted } from '@stowage/contract/formats/text/counted';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import type { ClosingLine } from '@stowage/contract/purchasing/closing';
import { poName } from '@stowage/contract/purchasing/po-name';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { changedMeanwhile } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { publishStock, quarantineReceivedUnits, releaseAllFromQuarantine } from '../../inventory/index.ts';
import { withdrawClaims } from '../../invoicing/index.ts';
import { notify } from '../../notifications/index.ts';
import { listLinesOf } from '../packing-lists/packing-list.read-model.ts';
import * as lists from '../packing-lists/packing-list.repository.ts';
import { lockList, lockOpenList, refuseUnexpectedItems } from '../packing-lists/packing-list-lock.ts';
import { type ListOfOrder, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { listReceivedUnits } from '../receiving/receipt.repository.ts';
import { countUnexpected } from '../receiving/unexpected.repository.ts';
import * as closings from './closing.repository.ts';
import { differencesOf, isPossible, type LineDifference } from './closing.rules.ts';
import { recalculateLines } from './short-decision.service.ts';

export type ClosingService = ReturnType<typeof createClosingService>;

export function createClosingService({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>) {
  const change = async (work: (tx: DatabaseTransaction) => Promise<{ list: ListOfOrder; unitIds: readonly number[] }>): Promise<void> => {
    const { list, unitIds } = await db.transaction().execute(work);
    topics.publish(receivingTopic, { poNumber: list.poNumber, packingListId: list.packingListId, change: 'LIST' });
    publishStock(topics, unitIds, 'MOVED');
    // The claims of a list are expected credits.
    topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null });
  };

  return {
    /** The differences that closing a list must decide. */
    differences: (packingListId: number): Promise<{ lines: ClosingLine[]; unexpected: number }> => describeDifferences(db, packingListId),

    /** Closes a list with a decision for each difference. */
    close: (packingListId: number, decisions: readonly closings.NewDecision[], actorId: number): Promise<void> =>
      change(async (tx) => {
        const list = await lockOpenList(tx, packingListId);
        const differences = differencesOf(await lists.listLines(tx, packingListId));
        requireDecisions(differences, decisions);
        await refuseUnexpectedItems(tx, packingListId);
        await applyNewDecisions(tx, packingListId, decisions, actorId);
        const unitIds = await setAside(tx, packingListId, decisions, actorId);
        await lists.setState(tx, packingListId, 'CLOSED', actorId);
        await recordChange(tx, list, { kind: 'CLOSED', details: { decisions }, actorId });
        if (decisions.length > 0) await notifyDifferences(tx, list, { count: decisions.length, at: clock.now() });
        return { list, unitIds };
      }),

    reopen: (packingListId: number, reason: string, actorId: number): Promise<void> =>
      change(async (tx) => {
        const list = await lockList(tx, packingListId);
        if ((await lists.findState(tx, packingListId)) !== 'CLOSED')
          throw new AppError('conflict', 'This packing list is not closed', { reason: 'not_closed' });
        if (await closings.hasReceivedCredit(tx, packingListId))
          throw new AppError('conflict', 'This list can’t be reopened: the vendor granted a credit for one of its claims', { reason: 'credit_received' });
        const unitIds = await releaseAllFromQuarantine(tx, await closings.listSetAside(tx, packingListId), actorId);
        await voidDecisions(tx, packingListId);
        await lists.setState(tx, packingListId, 'RECEIVING');
        await recordChange(tx, list, { kind: 'REOPENED', details: { reason }, actorId });
        return { list, unitIds };
      }),
  };
}

/** Voids the decisions of a list, their claims, and their effect on the lines. */
async function voidDecisions(tx: DatabaseTransaction, packingListId: number): Promise<void> {
  const voided = await closings.voidDecisions(tx, packingListId);
  await withdrawClaims(
    tx,
    voided.map(({ id }) => id),
  );
  await recalculateLines(tx, [...new Set(voided.map(({ lineId }) => lineId))]);
}

async function notifyDifferences(tx: Database, { poNumber, packingListId }: ListOfOrder, { count, at }: { count: number; at: Date }): Promise<void> {
  const title = `A packing list of ${poName(poNumber)} was closed with ${counted(count, 'difference')}`;
  const path = `/receiveinventory?po=${encodeURIComponent(poNumber)}&tab=edit&list=${packingListId}`;
  const key = `list-differs ${packingListId} ${at.toISOString()}`;
  await notify(tx, { kind: 'list-differs', title, record: { kind: 'packing-list', id: packingListId }, path, key });
}

async function describeDifferences(db: Database, packingListId: number): Promise<{ lines: ClosingLine[]; unexpected: number }> {
  const lines = (await listLinesOf(db, packingListId)).flatMap((line) =>
    differencesOf([
      {
        lineId: line.stowage_supplier_po_id,
        quantity: line.packinglist_qty,
        received: line.packing_list_received,
        damaged: line.damaged_qty,
      },
    ]).map(({ difference, quantity }) => ({ ...line, difference, quantity })),
  );
  return { lines, unexpected: await countUnexpected(db, packingListId) };
}

/** Each difference needs exactly one decision that fits it. */
function requireDecisions(differences: readonly LineDifference[], decisions: readonly closings.NewDecision[]): void {
  const key = ({ lineId, difference }: LineDifference) => `${lineId} ${difference}`;
  const decided = new Set(decisions.map(key));
  const open = differences.filter((one) => !decided.has(key(one))).length;
  if (open > 0) {
    throw new AppError('rule_violated', `${counted(open, 'line is', 'lines are')} undecided`, { reason: 'undecided' });
  }
  const quantities = new Map(differences.map((one) => [key(one), one.quantity]));
  if (decided.size < decisions.length || decisions.some((one) => quantities.get(key(one)) !== one.quantity)) throw changedMeanwhile('the lines of this list');
  if (decisions.some(({ difference, decision }) => !isPossible(difference, decision))) {
    throw new AppError('invalid_input', 'This decision doesn’t fit the difference', { reason: 'impossible_decision' });
  }
}

async function applyNewDecisions(tx: DatabaseTransaction, packingListId: number, decisions: readonly closings.NewDecision[], actorId: number): Promise<void> {
  if (decisions.length === 0) return;
  await closings.insertDecisions(tx, packingListId, decisions, actorId);
  await recalculateLines(tx, [...new Set(decisions.map(({ lineId }) => lineId))]);
}

/** Moves surplus units that are returned or parked to quarantine, and stores which units they are. */
async function setAside(tx: DatabaseTransaction, listId: number, decisions: readonly closings.NewDecision[], actorId: number): Promise<number[]> {
  const groups = [];
  const lineOf = new Map<number, number>();
  for (const { lineId, quantity, decision } of decisions) {
    if (decision !== 'RETURN' && decision !== 'PARK') continue;
    const arrived = await listReceivedUnits(tx, { listId, lineId });
    for (const { unitId } of arrived) lineOf.set(unitId, lineId);
    // Damaged units are in quarantine already.
    groups.push({ arrived, quantity, reason: decision === 'RETURN' ? 'RETURNED' : 'OTHER', mayBeThere: true });
  }
  if (groups.length === 0) return [];
  const unitIds = await quarantineReceivedUnits(tx, groups, actorId);
  const moved = new Set(unitIds);
  const setAsideUnits = [...lineOf].filter(([unitId]) => moved.has(unitId)).map(([unitId, lineId]) => ({ unitId, lineId }));
  await closings.insertSetAside(tx, listId, setAsideUnits);
  return unitIds;
}
