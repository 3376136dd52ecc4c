import type { InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import type { InvoiceHeader, NewInvoiceLine, OrderedLine } from './invoice-entry.rules.ts';

export interface Invoice {
  readonly id: number;
  readonly number: string;
  readonly vendor: string;
  /** Equal for all spellings of the vendor, by `vendor_identity()`. */
  readonly vendorIdentity: string;
  readonly state: InvoiceState;
  readonly invoicedOn: string;
  readonly total: string;
  readonly version: number;
  /** The people who entered or changed it. */
  readonly enteredBy: readonly number[];
}

// The driver reads arrays of bigint as texts, so the ids of people are cast.
const columns = sql`id, number, vendor, vendor_identity(vendor) as "vendorIdentity", state, to_char(invoiced_on, 'YYYY-MM-DD') as "invoicedOn", total, version, array_append(edited_by, created_by)::int[] as "enteredBy"`;

export function noSuchInvoice(id: number): AppError {
  return new AppError('not_found', `There is no invoice ${id}`);
}

/** @throws AppError `not_found` */
export async function lockInvoice(tx: Database, id: number): Promise<Invoice> {
  const { rows } = await sql<Invoice>`select ${columns} from vendor_invoices where id = ${id} for no key update`.execute(tx);
  const [invoice] = rows;
  if (invoice === undefined) throw noSuchInvoice(id);
  return invoice;
}

/** The vendor of an invoice in any spelling. */
export async function findVendorIdentity(tx: Database, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select vendor_identity(vendor) as key from vendor_invoices where id = ${id}`.execute(tx);
  return rows[0]?.key;
}

export async function findState(tx: Database, id: number): Promise<InvoiceState | undefined> {
  return (await tx.selectFrom('vendor_invoices').select('state').where('id', '=', id).executeTakeFirst())?.state as InvoiceState | undefined;
}

/** The paid invoice that this one corrects. */
export async function findCorrected(tx: Database, id: number): Promise<number | undefined> {
  return (await tx.selectFrom('vendor_invoices').select('corrects_id').where('id', '=', id).executeTakeFirst())?.corrects_id ?? undefined;
}

export async function listOrderedLines(tx: Database, lineIds: readonly number[]): Promise<OrderedLine[]> {
  const { rows } = await sql<OrderedLine>`
    select n.id, n.purchase_order_id as "orderId", p.po_number as "poNumber", p.vendor, vendor_identity(p.vendor) as "vendorIdentity"
    from purchase_order_lines n join purchase_orders p on p.id = n.purchase_order_id where n.id = any(${[...lineIds]}::bigint[])`.execute(tx);
  return rows;
}

export async function listOrderIds(tx: Database, invoiceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct purchase_order_id as id from vendor_invoice_lines where invoice_id = ${invoiceId} order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * The orders that a change of these invoices may rematch: their own, those of their applied credits, and those of invoices with a
 * resembling number.
 */
export async function listTouchedOrderIds(tx: Database, invoiceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select purchase_order_id as id from vendor_invoice_lines where invoice_id = any(${[...invoiceIds]}::bigint[])
    union select purchase_order_id from vendor_credits where applied_invoice_id = any(${[...invoiceIds]}::bigint[])
    union select l.purchase_order_id from vendor_invoices i cross join resembling_invoices(i.vendor, i.number_key) o
      join vendor_invoice_lines l on l.invoice_id = o.id where i.id = any(${[...invoiceIds]}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The orders of lines, and of their vendor's invoices with a resembling number. */
export async function listOrderIdsOfLines(tx: Database, lineIds: readonly number[], number: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with orders as (select distinct purchase_order_id as id from purchase_order_lines where id = any(${[...lineIds]}::bigint[]))
    select id from orders
    union select l.purchase_order_id from orders join purchase_orders p using (id) cross join resembling_invoices(p.vendor, invoice_number_key(${number})) o
      join vendor_invoice_lines l on l.invoice_id = o.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** @throws a unique violation of `vendor_invoices_number`, here and below */
export async function insertDraft(
  tx: Database,
  header: InvoiceHeader,
  { correctsId, createdBy }: { correctsId: number | null; createdBy: number },
): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into vendor_invoices (number, vendor, invoiced_on, due_on, freight, tax, discount, total, notes, corrects_id, created_by)
    values (${header.number}, ${header.vendor}, ${header.invoicedOn}, ${header.dueOn}, ${header.freight}, ${header.tax}, ${header.discount}, ${header.total}, ${header.notes},
      ${correctsId}, ${createdBy}) returning id`.execute(tx);
  return onlyRow(result).id;
}

/** Many invoices in one statement. @returns their IDs in this order */
export async function insertDrafts(tx: Database, headers: readonly InvoiceHeader[], createdBy: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into vendor_invoices (number, vendor, invoiced_on, due_on, freight, tax, discount, total, notes, created_by)
    select number, vendor, invoiced_on, due_on, freight, tax, discount, total, notes, ${createdBy}
    from unnest(${rowArrays(headers, {
      ...{ number: 'text[]', vendor: 'text[]', invoicedOn: 'date[]', dueOn: 'date[]', freight: 'numeric[]' },
      ...{ tax: 'numeric[]', discount: 'numeric[]', total: 'numeric[]', notes: 'text[]' },
    })})
      with ordinality as h (number, vendor, invoiced_on, due_on, freight, tax, discount, total, notes, nth) order by nth returning id`.execute(tx);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** Makes an invoice a draft again, with other amounts and without lines, as its next version. */
export async function resetDraft(tx: Database, id: number, header: InvoiceHeader, editedBy: number): Promise<void> {
  await sql`update vendor_invoices set state = 'DRAFT' where id = ${id} and state <> 'DRAFT'`.execute(tx);
  await sql`delete from vendor_invoice_lines where invoice_id = ${id}`.execute(tx);
  await sql`
    update vendor_invoices set number = ${header.number}, vendor = ${header.vendor}, invoiced_on = ${header.invoicedOn}, due_on = ${header.dueOn},
      freight = ${header.freight}, tax = ${header.tax}, discount = ${header.discount}, total = ${header.total}, notes = ${header.notes},
      version = version + 1, edited_by = array_append(array_remove(edited_by, ${editedBy}), ${editedBy}) where id = ${id}`.execute(tx);
  await forgetMatch(tx, id);
}

/** Drafts and void invoices are not matched and need no decision. */
async function forgetMatch(tx: Database, id: number): Promise<void> {
  await sql`delete from vendor_invoice_matches where invoice_id = ${id}`.execute(tx);
  await sql`delete from vendor_invoice_exceptions where invoice_id = ${id}`.execute(tx);
}

/** The lines of invoices, each invoice's numbered from 1. */
export async function insertLines(tx: Database, invoices: readonly { readonly id: number; readonly lines: readonly NewInvoiceLine[] }[]): Promise<void> {
  const rows = invoices.flatMap(({ id, lines }) => lines.map((line, at) => ({ ...line, id, nth: at + 1 })));
  await sql`
    insert into vendor_invoice_lines (invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, unit_cost)
    select * from unnest(${rowArrays(rows, {
      ...{ id: 'bigint[]', nth: 'int[]', orderId: 'bigint[]', lineId: 'bigint[]', quantity: 'int[]', unitCost: 'numeric[]' },
    })})`.execute(tx);
}

interface Correctable {
  readonly lineId: number;
  readonly supplierSku: string;
  readonly quantity: number;
  readonly amount: string;
  /** The highest billed cost. */
  readonly unitCost: string;
}

interface Charges {
  readonly freight: string;
  readonly tax: string;
  readonly discount: string;
  readonly total: string;
}

const NO_CHARGES: Charges = { freight: '0.00', tax: '0.00', discount: '0.00', total: '0.00' };

/** The lines and charges of a paid invoice and its corrections, without drafts, void ones and the excepted one. */
export async function listCorrectable(tx: Database, invoiceId: number, exceptId: number | null): Promise<{ lines: Correctable[] } & Charges> {
  const counting = sql`i.id in (select correction_family(${invoiceId})) and i.state not in ('DRAFT', 'VOID') and i.id is distinct from ${exceptId}::bigint`;
  const { rows } = await sql<Correctable>`
    select n.id as "lineId", n.supplier_sku as "supplierSku", sum(l.quantity)::int as quantity, sum(l.amount)::numeric(14, 2) as amount, max(l.unit_cost) as "unitCost"
    from vendor_invoices i join vendor_invoice_lines l on l.invoice_id = i.id join purchase_order_lines n on n.id = l.purchase_order_line_id
    where ${counting} group by n.id`.execute(tx);
  const charges = await sql<Charges>`
    select sum(freight)::numeric(14, 2) as freight, sum(tax)::numeric(14, 2) as tax, sum(discount)::numeric(14, 2) as discount,
      sum(total)::numeric(14, 2) as total from vendor_invoices i where ${counting} having count(*) > 0`.execute(tx);
  return { lines: rows, ...(charges.rows[0] ?? NO_CHARGES) };
}

/** Submits invoices under the present tolerances. Matching sets their state. */
export async function submit(tx: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update vendor_invoices i set state = 'EXCEPTION', price_percent = s.price_percent, price_amount = s.price_amount,
      freight_percent = s.freight_percent, tax_percent = s.tax_percent
    from invoicing_settings s where i.id = any(${[...ids]}::bigint[])`.execute(tx);
}

export interface InvoiceMatch {
  readonly difference: string;
  readonly issues: readonly string[];
}

export async function findMatch(tx: Database, id: number): Promise<InvoiceMatch | undefined> {
  return tx.selectFrom('vendor_invoice_matches').select(['difference', 'issues']).where('invoice_id', '=', id).executeTakeFirst();
}

export async function setApproved(
  tx: Database,
  id: number,
  { difference, issues }: InvoiceMatch,
  by: { reason: string; actorId: number; now: Date },
): Promise<void> {
  await sql`
    update vendor_invoices set state = 'APPROVED', version = version + 1, approved_by = ${by.actorId}, approved_at = ${by.now}, approval_reason = ${by.reason || null},
      approved_difference = ${difference}, approved_issues = ${[...issues]}::text[] where id = ${id}`.execute(tx);
  await holdFiles(tx, id);
}

/** Holds the documents of an approved, paid or void invoice. */
export async function holdFiles(tx: Database, id: number): Promise<void> {
  await sql`update vendor_invoice_files set is_held = true where invoice_id = ${id} and not is_held`.execute(tx);
}

/** Removes the applied credits, which can then be applied to another invoice. */
export async function setVoid(tx: Database, id: number, by: { reason: string; actorId: number; now: Date }): Promise<void> {
  await sql`update vendor_credits set state = 'RECEIVED', applied_invoice_id = null, applied_at = null, refund = 0 where applied_invoice_id = ${id}`.execute(
    tx,
  );
  await sql`
    update vendor_invoices set state = 'VOID', void_reason = ${by.reason}, voided_by = ${by.actorId}, voided_at = ${by.now},
      approved_by = null, approved_at = null, approved_issues = null, approved_difference = null where id = ${id}`.execute(tx);
  await forgetMatch(tx, id);
  await holdFiles(tx, id);
}
