import type { ComparedRow, PackingListFileRow } from '@stowage/contract/purchasing/packing-lists';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { type ReadRow, readListFile } from './list-file.rules.ts';
import { getOpenList } from './open-list.service.ts';
import { listFileLines } from './packing-list.read-model.ts';
import { setQuantities } from './packing-list.repository.ts';

export interface ListFileService {
  /** What a file would change of a list. */
  compare(packingListId: number, rows: readonly PackingListFileRow[]): Promise<ComparedRow[]>;
  /** Sets the quantities of a list, all that a file says or none. @returns how many lines changed */
  importLines(packingListId: number, rows: readonly PackingListFileRow[], actorId: number): Promise<number>;
}

export function createListFileService({ db, topics }: { db: DatabasePool; topics: Topics }): ListFileService {
  const read = async (tx: Database, packingListId: number, rows: readonly PackingListFileRow[]) => readListFile(rows, await listFileLines(tx, packingListId));
  return {
    compare: async (packingListId, rows) => (await read(db, packingListId, rows)).map(({ lineId: _, ...row }) => row),

    async importLines(packingListId, rows, actorId) {
      const { list, changed } = await db.transaction().execute(async (tx) => {
        const locked = await getOpenList(tx, packingListId);
        const lines = changesOf(await read(tx, packingListId, rows));
        if (lines.length === 0) return { list: locked, changed: 0 };
        await setQuantities(
          tx,
          packingListId,
          lines.map(({ lineId, after }) => ({ id: lineId, quantity: after })),
        );
        await recordChange(tx, locked, { kind: 'IMPORTED', details: { changed: lines }, actorId });
        return { list: locked, changed: lines.length };
      });
      if (changed > 0) topics.publish(receivingTopic, { poNumber: list.poNumber, packingListId, change: 'LIST' });
      return changed;
    },
  };
}

interface Change {
  readonly lineId: number;
  readonly before: number | null;
  readonly after: number;
}

/** @throws AppError `invalid_rows` when a row can't be taken, perhaps only since it was compared */
function changesOf(read: readonly ReadRow[]): Change[] {
  const [bad, ...others] = read.filter(({ problem }) => problem !== null);
  if (bad !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length.toLocaleString('en-US')} more`;
    throw new AppError('rule_violated', `Row ${bad.row}: ${bad.problem}${more}`, { reason: 'invalid_rows' });
  }
  return read.flatMap(({ lineId, before, after }) => (lineId === null || after === null || after === (before ?? 0) ? [] : [{ lineId, before, after }]));
}
