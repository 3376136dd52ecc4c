import { cellText } from '@stowage/contract/file-cells';
import type { CheckedInvoiceFile, InvoiceFileRow } from '@stowage/contract/vendor-invoices';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { InvoiceService } from './invoice.service.ts';
import { listTwins } from './invoice-detail.read-model.ts';
import { listNamedLines } from './invoice-import.read-model.ts';
import { type ReadFile, readInvoices } from './invoice-import.rules.ts';

export interface InvoiceImportService {
  /** What a file would enter, and what is wrong in its rows. */
  check(rows: readonly InvoiceFileRow[]): Promise<CheckedInvoiceFile>;
  /** Enters the invoices of a file, all of them or none. */
  enter(rows: readonly InvoiceFileRow[], actorId: number): Promise<number[]>;
}

export function createInvoiceImportService({ db, invoices }: { db: Kysely<DB>; invoices: InvoiceService }): InvoiceImportService {
  const read = async (rows: readonly InvoiceFileRow[]): Promise<ReadFile & { warnings: Map<string, string> }> => {
    const known = await listNamedLines(
      db,
      rows.map(({ po_number }) => cellText(po_number)),
      rows.map(({ supplier_sku }) => cellText(supplier_sku)),
    );
    const file = readInvoices(rows, (po, sku) => known.get(`${po}\n${sku}`));
    const warnings = new Map<string, string>();
    const firstRows = new Map([...file.rows].reverse().map((row) => [row.number, row]));
    for (const twin of await listTwins(db, file.invoices)) {
      const { number, vendor } = file.invoices[twin.nth] ?? { number: '', vendor: '' };
      if (twin.is_same) firstRows.get(number)?.problems.push(`Invoice ${number} was entered already`);
      else warnings.set(`${vendor}\n${number}`, `Resembles invoice ${twin.number}`);
    }
    return { ...file, warnings };
  };
  return {
    async check(rows) {
      const { rows: checked, invoices: found, warnings } = await read(rows);
      return {
        rows: [...checked],
        invoices: found.map(({ number, vendor, lines, total }) => ({
          number,
          vendor,
          lines: lines.length,
          total,
          warning: warnings.get(`${vendor}\n${number}`) ?? null,
        })),
      };
    },

    async enter(rows, actorId) {
      const { rows: checked, invoices: found } = await read(rows);
      const bad = checked.filter(({ problems }) => problems.length > 0).length;
      if (bad > 0)
        throw new AppError('rule_violated', `${bad.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} rows have errors`, {
          reason: 'bad_rows',
        });
      const entered = found.map(({ number, invoicedOn, dueOn, freight, tax, total, lines }) => ({
        ...{ number, invoiced_on: invoicedOn, due_on: dueOn, freight, tax, total, submit: true },
        lines: lines.map(({ lineId, quantity, unitCost }) => ({ purchase_order_line_id: lineId, quantity, unit_cost: unitCost })),
      }));
      return invoices.createAll(entered, actorId);
    },
  };
}
