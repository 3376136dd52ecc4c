import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import type { Context } from '../../../platform/context.ts';
import { type AreaFileKind, laterChange } from '../../spreadsheets/kinds/index.ts';
import { listTouchedOrderIds, setVoid } from '../invoices/invoice.repository.ts';
import { lockInvoiceNumbers, lockOrders, matchOrders } from '../matching/matching.repository.ts';
import { listVendorIdentities, lockInvoices } from './invoice-import-undo.repository.ts';

/** Files of vendors' invoices: the undo voids the invoices, unless a person approved, edited, paid or voided one since. */
export function invoiceFiles({ topics }: Pick<Context, 'topics'>): AreaFileKind {
  return {
    name: 'invoices',
    async undo(tx, { fileName, changes }, { userId, now }) {
      const versions = new Map(changes.map(({ id, after }) => [Number(id), (after as { version: number }).version]));
      const ids = [...versions.keys()];
      const orderIds = await listTouchedOrderIds(tx, ids);
      // Orders first, as everywhere.
      await lockOrders(tx, orderIds);
      await lockInvoiceNumbers(tx, await listVendorIdentities(tx, ids));
      const locked = await lockInvoices(tx, ids);
      const hasGrown = (await listTouchedOrderIds(tx, ids)).some((id) => !orderIds.includes(id));
      for (const { id, number, state, version, hasCredits } of locked) {
        if (state !== 'MATCHED' && state !== 'EXCEPTION') throw laterChange(`Invoice ${number} is ${state.toLowerCase()} already`);
        if (version !== versions.get(id)) throw laterChange(`Invoice ${number} was edited after this file`);
        if (hasCredits) throw laterChange(`Credits were applied to invoice ${number}: take them back first`);
        await setVoid(tx, id, { reason: `The file ${fileName} was undone`, actorId: userId, now });
      }
      // An order that became involved meanwhile is not locked, and would not be matched again.
      if (hasGrown) throw laterChange('An invoice with a resembling number was entered just now: undo the file again');
      await matchOrders(tx, orderIds);
    },
    announce: () => topics.publish(purchaseMoneyTopic, { change: 'INVOICE', id: null }),
  };
}
