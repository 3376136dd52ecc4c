import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../../platform/formats/csv.ts';
import { among, CREDITS, listCredits } from './credit-list.read-model.ts';
import { EXCEPTIONS, INVOICES, listInvoices } from './invoice-list.read-model.ts';
import { allIds, type MoneyFilter } from './money-list.read-model.ts';
import { listOrders, ORDERS } from './po-money.read-model.ts';

type RowOf<Read extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Read>>[number];

/** The rows that are read and sent together. */
const limit = 500;

export function poMoneyCsv(db: Database, filter: MoneyFilter, today: string): AsyncIterable<string> {
  return csvOf(
    {
      head: csvLine([
        ...[
          'PO Number',
          'Vendor',
          'Order date',
          'Ordered $',
          'Received $',
          'Invoiced $',
          'Credit expected $',
          'Credit applied $',
          'Balance $',
          'Refund due $',
          'Match',
          'Age',
        ],
      ]),
      line: (row: RowOf<typeof listOrders>) =>
        csvLine([
          ...[row.po_number, row.vendor, row.ordered_on],
          ...[row.ordered, row.received, row.invoiced, row.credit_expected, row.credit_applied, row.balance, row.refund_due],
          ...[row.match, row.age_days],
        ]),
    },
    rowsOf(allIds(db, ORDERS, filter, { limit }), (ids) => listOrders(db, ids, today)),
  );
}

export function invoiceCsv(db: Database, { exceptions, ...filter }: MoneyFilter & { readonly exceptions: boolean }): AsyncIterable<string> {
  return csvOf(
    {
      head: csvLine([
        ...[
          'Invoice Number',
          'Vendor',
          'PO Numbers',
          'Invoice Date',
          'Due Date',
          'Paid Date',
          'Goods $',
          'Freight $',
          'Tax $',
          'Discount $',
          'Total $',
          'Credited $',
          'To pay $',
          'Paid $',
          'Refund due $',
        ],
        ...['State', 'Should be paid', 'Issues', 'Difference $'],
      ]),
      line: (row: RowOf<typeof listInvoices>) =>
        csvLine([
          ...[row.number, row.vendor, row.po_numbers.join(' '), row.invoiced_on, row.due_on, row.paid_on],
          ...[row.goods, row.freight, row.tax, row.discount, row.total, row.credited, row.to_pay, row.amount_paid, row.refund_due],
          ...[row.state, row.should_be_paid, row.issues.join(' '), row.difference],
        ]),
    },
    rowsOf(allIds(db, exceptions ? EXCEPTIONS : INVOICES, filter, { limit }), (ids) => listInvoices(db, ids)),
  );
}

type CreditFilter = MoneyFilter & { readonly purchaseOrderId?: number | undefined; readonly refundDue: boolean };

export function creditCsv(db: Database, { purchaseOrderId, refundDue, ...filter }: CreditFilter, now: Date): AsyncIterable<string> {
  return csvOf(
    {
      head: csvLine([
        'Credit',
        'Type',
        'State',
        'PO Number',
        'Vendor',
        'Supplier SKU',
        'Qty',
        'Amount $',
        'Credit memo',
        'Applied to',
        'Refund due $',
        'Refunded',
        'Note',
        'Created',
        'Age',
      ]),
      line: (row: RowOf<typeof listCredits>) =>
        csvLine([
          ...[row.id, row.type, row.state, row.po_number, row.vendor, row.supplier_sku, row.quantity, row.amount],
          ...[row.memo, row.applied_to?.number ?? null, row.refund_due, row.refunded_on, row.note, row.created_at, row.age_days],
        ]),
    },
    rowsOf(allIds(db, CREDITS, filter, { limit, also: among({ purchaseOrderId, refundDue }) }), (ids) => listCredits(db, ids, now)),
  );
}

async function* rowsOf<Row>(pages: AsyncIterable<number[]>, read: (ids: number[]) => Promise<readonly Row[]>): AsyncIterable<readonly Row[]> {
  for await (const ids of pages) yield read(ids);
}
