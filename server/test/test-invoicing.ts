import type { OutputOf } from '@stowage/contract/endpoint';
import type { poMoneyLines, poMoneyPage } from '@stowage/contract/purchase-money';
import type { creditPage } from '@stowage/contract/vendor-credits';
import type { EnteredInvoice, getInvoice, invoicePage } from '@stowage/contract/vendor-invoices';
import type { SignedIn } from './test-app.ts';
import { poRow, purchasingOf } from './test-purchasing.ts';

let nth = 0;

/** What a test does with invoices and credits, as one person. */
export function invoicingOf(person: SignedIn) {
  const buyer = purchasingOf(person);
  const read = async <T>(url: string): Promise<T> => (await person.get(url)).json();
  return {
    /** An order with lines of these quantities at these costs, and what came of them, by a list that stays open. */
    async order(poNumber: string, lines: readonly { qty: number; cost: string; received?: number; damaged?: number; vendor?: string }[]) {
      const rows = lines.map(({ qty, cost, vendor }) =>
        poRow(poNumber, { 'Qty Ordered': qty, 'Unit Cost': cost, ...(vendor !== undefined && { Vendor: vendor }) }),
      );
      await buyer.upload(rows);
      const listId = await buyer.createList(
        poNumber,
        lines.map(({ qty }) => qty),
      );
      const lineIds = (await buyer.lines(poNumber)).map(({ id }) => id);
      const codes = rows.map(({ UPC }) => UPC);
      for (const [at, { received = 0, damaged = 0 }] of lines.entries()) {
        if (received > 0) await this.receive(poNumber, listId, codes[at] ?? '', received);
        if (damaged > 0) await this.damage(listId, lineIds[at] ?? 0, damaged);
      }
      const { data } = await this.orders(`search=${poNumber}`);
      return { poNumber, listId, lineIds, codes, id: data[0]?.id ?? 0, vendor: data[0]?.vendor ?? '' };
    },
    async receive(poNumber: string, listId: number, code: string, quantity: number) {
      await buyer.scan(poNumber, listId, code);
      return buyer.correct(poNumber, listId, code, quantity);
    },
    damage: (listId: number, lineId: number, damaged: number) =>
      person.post('/api/receiveinventory/packinglist/update', {
        ...{ stowage_supplier_po_id: lineId, stowage_receive_inventory_packing_list_id: listId, line_item_notes: 'Broken', setDamagedQty: damaged },
      }),
    bill: (lines: readonly (readonly [lineId: number, quantity: number, unitCost: string])[], total: string, part: Partial<EnteredInvoice> & object = {}) =>
      person.post('/api/vendor-invoices', {
        ...{ number: `INV-${++nth}X`, invoiced_on: '2026-11-18', total },
        lines: lines.map(([purchase_order_line_id, quantity, unit_cost]) => ({ purchase_order_line_id, quantity, unit_cost })),
        ...part,
      }),
    invoice: (id: number) => read<OutputOf<typeof getInvoice>>(`/api/vendor-invoices/${id}`),
    invoices: (query = '') => read<OutputOf<typeof invoicePage>>(`/api/vendor-invoices?${query}`),
    orders: (query = '') => read<OutputOf<typeof poMoneyPage>>(`/api/purchase-money?${query}`),
    orderLines: (id: number) => read<OutputOf<typeof poMoneyLines>>(`/api/purchase-money/${id}/lines`),
    credits: (query = '') => read<OutputOf<typeof creditPage>>(`/api/vendor-credits?${query}`),
    async approve(id: number, reason = '') {
      const { version, difference, issues } = await invoiceOf(person, id);
      return person.post(`/api/vendor-invoices/${id}/approve`, { reason, version, difference, issues });
    },
    /** @param version the one that was seen; as it stands where it is left out */
    edit: async (id: number, entered: object, version?: number) =>
      person.put(`/api/vendor-invoices/${id}`, { version: version ?? (await invoiceOf(person, id)).version, ...entered }),
    /** @param part what was seen: as it stands where it is left out */
    pay: async (id: number, part: object = {}) => {
      const { version, to_pay } = await invoiceOf(person, id);
      return person.post(`/api/vendor-invoices/${id}/pay`, { paid_on: '2026-11-20', version, to_pay, ...part });
    },
    void: async (id: number, part: object = {}) => {
      const { version } = await invoiceOf(person, id);
      return person.post(`/api/vendor-invoices/${id}/void`, { reason: 'Entered by mistake', version, ...part });
    },
    creditDifferences: (purchaseOrderId: number) => person.post('/api/vendor-credits/from-differences', { purchaseOrderId }),
    move: (creditIds: readonly number[], to: string, part: object = {}) => person.post('/api/vendor-credits/move', { creditIds, to, ...part }),
    apply: (creditIds: readonly number[], invoiceId: number) => person.post('/api/vendor-credits/apply', { creditIds, invoiceId }),
    refunded: (creditIds: readonly number[], refunded_on: string | null, part: object = {}) =>
      person.post('/api/vendor-credits/refund', { creditIds, refunded_on, ...part }),
  };
}

async function invoiceOf(person: SignedIn, id: number): Promise<OutputOf<typeof getInvoice>> {
  return (await person.get(`/api/vendor-invoices/${id}`)).json();
}
