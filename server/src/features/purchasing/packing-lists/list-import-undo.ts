import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type AreaFileKind, laterChange } from '../../spreadsheets/kinds/index.ts';
import { recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { listImportLines } from './list-import.read-model.ts';
import { lessThanReceived } from './list-import.rules.ts';
import { deleteLine, hasReceipts, setQuantities } from './packing-list.repository.ts';
import { lockOpenList } from './packing-list-lock.ts';

interface Quantity {
  readonly quantity: number;
}

/** Files of a packing list's quantities: the undo restores the quantities before, unless a person changed or received them since. */
export function listFiles({ topics }: Pick<Context, 'topics'>): AreaFileKind {
  return {
    name: 'packing-lists',
    async undo(tx, { changes }, { userId }) {
      const undone = changes.map(({ id, before, after }) => {
        const [listId = 0, lineId = 0] = id.split(' ').map(Number);
        return { listId, lineId, before: (before as Quantity | null)?.quantity ?? null, after: (after as Quantity).quantity };
      });
      const [{ listId } = { listId: 0 }] = undone;
      const list = await lockOpenList(tx, listId);
      const lines = new Map((await listImportLines(tx, listId)).map((line) => [line.id, line]));
      for (const { lineId, before, after } of undone) {
        const { supplierSku = 'A line', quantity = null, received = 0 } = lines.get(lineId) ?? {};
        if (quantity !== after) throw laterChange(`${supplierSku} has another quantity than this file set: ${quantity ?? 'none'}, not ${after}`);
        if ((before ?? 0) < received) throw laterChange(`${supplierSku}: ${lessThanReceived(received)}`);
      }
      const restored = undone.flatMap(({ lineId, before }) => (before === null ? [] : [{ id: lineId, quantity: before }]));
      if (restored.length > 0) await setQuantities(tx, listId, restored);
      for (const { lineId, before } of undone) if (before === null) await removeLine(tx, listId, lineId);
      const changed = undone.map(({ lineId, before, after }) => ({ lineId, before: after, after: before ?? 0 }));
      await recordChange(tx, list, { kind: 'IMPORTED', details: { changed }, actorId: userId });
    },
    announce: () => topics.publish(receivingTopic, { poNumber: '', packingListId: null, change: 'LIST' }),
  };
}

/** A line with receipts, also voided ones, stays with the quantity 0. */
async function removeLine(tx: DatabaseTransaction, listId: number, lineId: number): Promise<void> {
  if (await hasReceipts(tx, listId, lineId)) await setQuantities(tx, listId, [{ id: lineId, quantity: 0 }]);
  else await deleteLine(tx, listId, lineId);
}
