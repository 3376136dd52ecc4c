import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ComparedRow, PackingListFileRows } from '@stowage/contract/purchasing/packing-list-import';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { recordFile } from '../../spreadsheets/kinds/index.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { listImportLines } from './list-import.read-model.ts';
import { compareRows, type MatchedRow } from './list-import.rules.ts';
import { setQuantities } from './packing-list.repository.ts';
import { lockOpenList } from './packing-list-lock.ts';

export type ListImportService = ReturnType<typeof createListImportService>;

export function createListImportService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const match = async (tx: Database, packingListId: number, file: PackingListFileRows) => compareRows(file, await listImportLines(tx, packingListId));
  return {
    compare: async (packingListId: number, file: PackingListFileRows): Promise<ComparedRow[]> =>
      (await match(db, packingListId, file)).map(({ lineId: _, ...row }) => row),

    /** Sets the quantities of a list from a file, all of them or none. @returns the number of changed lines */
    async importLines(
      packingListId: number,
      { fileName = 'Packing list by a call', ...file }: PackingListFileRows & { readonly fileName?: string | undefined },
      actorId: number,
    ): Promise<number> {
      const { poNumber, changed } = await db.transaction().execute(async (tx) => {
        const list = await lockOpenList(tx, packingListId);
        const lines = changesOf(await match(tx, packingListId, file), file);
        if (lines.length > 0) {
          const quantities = lines.map(({ lineId, after }) => ({ id: lineId, quantity: after }));
          await setQuantities(tx, packingListId, quantities);
          await recordChange(tx, list, { kind: 'IMPORTED', details: { changed: lines }, actorId });
          const changes = lines.map(({ lineId, before, after }) => ({
            id: `${packingListId} ${lineId}`,
            before: before === null ? null : { quantity: before },
            after: { quantity: after },
          }));
          await recordFile(tx, { kind: 'packing-lists', fileName, rowCount: file.rows.length, changes, actorId });
        }
        return { poNumber: list.poNumber, changed: lines.length };
      });
      if (changed > 0) topics.publish(receivingTopic, { poNumber, packingListId, change: 'LIST' });
      return changed;
    },
  };
}

interface Change {
  readonly lineId: number;
  readonly before: number | null;
  readonly after: number;
}

/** @throws AppError `invalid_rows` for a row with a problem, which may be newer than the preview */
function changesOf(rows: readonly MatchedRow[], { rowNumbers }: PackingListFileRows): Change[] {
  const [bad, ...others] = rows.filter(({ problem }) => problem !== null);
  if (bad !== undefined) {
    const more = others.length === 0 ? '' : ` and ${numberText(others.length)} more`;
    throw new AppError('rule_violated', `Row ${rowNumbers?.[bad.row - 1] ?? bad.row}: ${bad.problem}${more}`, { reason: 'invalid_rows' });
  }
  return rows.flatMap(({ lineId, before, after }) => (lineId === null || after === null || after === (before ?? 0) ? [] : [{ lineId, before, after }]));
}
