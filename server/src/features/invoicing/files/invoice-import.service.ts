import { utcDay } from '@stowage/contract/formats/day';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { CheckedInvoiceFile, CheckedInvoiceRow, InvoiceFileRow } from '@stowage/contract/invoicing/invoice-import';
import { unusualInvoiceDay } from '@stowage/contract/invoicing/unusual-invoice-day';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { withMark } from '../../../platform/formats/csv.ts';
import type { Filing } from '../../documents/index.ts';
import { recordFile } from '../../spreadsheets/kinds/index.ts';
import type { InvoiceService } from '../invoices/invoice.service.ts';
import { listNumberKeys, listTwins } from '../invoices/invoice-detail.read-model.ts';
import { fileWithInvoices, invoiceFileCsv } from './invoice-file-csv.ts';
import { listNamedLines, listVendorIdentities } from './invoice-import.read-model.ts';
import { type FileInvoice, type ParsedFile, parseInvoiceFile, plainCells } from './invoice-import.rules.ts';

/** The version of an invoice that nobody has edited. */
const FIRST_VERSION = 1;

/** A refusal lists the errors of this many rows, and counts all of them. */
const REJECTED_LIMIT = 200;

export type InvoiceImportService = ReturnType<typeof createInvoiceImportService>;

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly invoices: InvoiceService;
  readonly filing: Filing;
}

export function createInvoiceImportService({ db, clock, invoices, filing }: Dependencies) {
  const read = async (rows: readonly InvoiceFileRow[]): Promise<ParsedFile & { warnings: Map<number, string> }> => {
    const plain = rows.map(plainCells);
    const known = await listNamedLines(
      db,
      plain.map(({ po_number }) => po_number),
      plain.map(({ supplier_sku }) => supplier_sku),
    );
    const identities = await listVendorIdentities(db, [...new Set(plain.map(({ vendor }) => vendor))]);
    const file = parseInvoiceFile(rows, { lineOf: (po, sku) => known.get(`${po}\n${sku}`), identityOf: (vendor) => identities.get(vendor) });
    const warnings = new Map<number, string>();
    const first = new Map<string, string>();
    for (const [nth, key] of (await listNumberKeys(db, file.invoices)).entries()) {
      const { number, row } = file.invoices[nth] ?? { number: '', row: 0 };
      if (first.has(key)) warnings.set(row, `Resembles ${first.get(key)} of this file`);
      else first.set(key, number);
    }
    for (const twin of await listTwins(db, file.invoices)) {
      const { number, row } = file.invoices[twin.nth] ?? { number: '', row: 0 };
      if (twin.is_same) file.rows[row - 1]?.problems.push(`Invoice ${number} was entered already`);
      else warnings.set(row, `Resembles invoice ${twin.number}`);
    }
    return { ...file, warnings };
  };
  return {
    /** The preview of a file: its invoices and the errors of its rows. */
    async check(rows: readonly InvoiceFileRow[]): Promise<CheckedInvoiceFile> {
      const { rows: checked, invoices: found, warnings } = await read(rows);
      const today = utcDay(clock.now());
      const warningOf = ({ row, invoicedOn }: FileInvoice) =>
        [warnings.get(row), unusualInvoiceDay(invoicedOn, today)].filter((text) => text !== undefined).join('. ') || null;
      return {
        rows: [...checked],
        invoices: found.map((invoice) => {
          const { number, vendor, row, invoicedOn, dueOn, freight, tax, discount, total, lines } = invoice;
          const header = { number, vendor, row, invoiced_on: invoicedOn, due_on: dueOn, freight, tax, discount, total };
          return { ...header, lines: lines.length, warning: warningOf(invoice) };
        }),
      };
    },

    /** Enters all invoices of a file or none, and files its rows with them. */
    async enter(
      { rows, fileName = 'Invoices by a call' }: { rows: readonly InvoiceFileRow[]; fileName?: string | undefined },
      actorId: number,
    ): Promise<number[]> {
      const { rows: checked, invoices: found } = await read(rows);
      refuseBadRows(checked);
      const entered = found.map(({ number, invoicedOn, dueOn, freight, tax, discount, total, lines }) => ({
        ...{ number, invoiced_on: invoicedOn, due_on: dueOn, freight, tax, discount, total, submit: true },
        lines: lines.map(({ lineId, quantity, unitCost }) => ({ purchase_order_line_id: lineId, quantity, unit_cost: unitCost })),
      }));
      // Before anything is locked.
      const copy = await filing.prepare(withMark(invoiceFileCsv(rows)));
      const file = async (tx: Database, ids: readonly number[]) => {
        const filed = ids.map((id, nth) => ({ id, number: found[nth]?.number ?? '', vendor: found[nth]?.vendor ?? '' }));
        await fileWithInvoices(tx, copy, { fileName, invoices: filed, actorId });
        const changes = ids.map((id) => ({ id: String(id), before: null, after: { version: FIRST_VERSION } }));
        await recordFile(tx, { kind: 'invoices', fileName, rowCount: rows.length, changes, actorId });
      };
      return invoices.createAll(entered, actorId, file).finally(() => copy.discard());
    },
  };
}

/** @throws AppError `rule_violated` with `bad_rows`, which names the first rows with errors */
function refuseBadRows(rows: readonly CheckedInvoiceRow[]): void {
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const [first] = bad;
  if (first === undefined) return;
  const words = `${numberText(bad.length)} of ${numberText(rows.length)} rows have errors. Row ${numberText(first.row)}: ${first.problems.join('. ')}`;
  const rejected = bad.slice(0, REJECTED_LIMIT).flatMap(({ row, problems }) => problems.map((message) => ({ row, message })));
  throw new AppError('rule_violated', words, { reason: 'bad_rows', details: { rejectedCount: bad.length, rejected } });
}
