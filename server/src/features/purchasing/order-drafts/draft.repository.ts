import type { DraftOrigin } from '@stowage/contract/purchasing/order-drafts';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

/** Held while a draft of a purchase order gets its number. */
const DRAFT_NUMBERS_LOCK = 871_028;

export interface DraftHeader {
  readonly poNumber: string;
  readonly vendor: string;
  readonly expectedOn: string | null;
  readonly notes: string | null;
}

export interface StoredLine {
  readonly productId: number;
  readonly gtin: string;
  readonly supplierSku: string;
  readonly productName: string;
  readonly ordered: number;
  readonly unitCost: string | null;
}

/** @throws a unique violation of `purchase_order_drafts_number_key` */
export async function insertDraft(tx: Database, header: DraftHeader, { origin, actorId }: { origin: DraftOrigin; actorId: number }): Promise<number> {
  const inserted = await sql<{ id: number }>`
    insert into purchase_order_drafts (po_number, vendor, expected_on, notes, origin, created_by, updated_by)
    values (${header.poNumber}, ${header.vendor}, ${header.expectedOn}::date, ${header.notes}, ${origin}, ${actorId}, ${actorId}) returning id`.execute(tx);
  return onlyRow(inserted).id;
}

/** @throws a unique violation of `purchase_order_drafts_number_key` */
export async function updateDraft(tx: Database, id: number, { poNumber, vendor, expectedOn, notes }: DraftHeader, actorId: number): Promise<void> {
  await sql`
    update purchase_order_drafts set po_number = ${poNumber}, vendor = ${vendor}, expected_on = ${expectedOn}::date, notes = ${notes},
      version = version + 1, updated_by = ${actorId}, updated_at = now()
    where id = ${id}`.execute(tx);
}

/** Replaces the lines of a draft. @throws a unique violation of `purchase_order_draft_lines_sku_key` */
export async function replaceLines(tx: Database, draftId: number, lines: readonly StoredLine[]): Promise<void> {
  await sql`delete from purchase_order_draft_lines where draft_id = ${draftId}`.execute(tx);
  await sql`
    insert into purchase_order_draft_lines (draft_id, line_number, product_id, gtin, supplier_sku, product_name, ordered, unit_cost)
    select ${draftId}, nth, l.* from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ ...line, nth: index + 1 })))}::jsonb)
      as r (nth int, "productId" bigint, gtin text, "supplierSku" text, "productName" text, ordered int, "unitCost" numeric)
    cross join lateral (select "productId", gtin, "supplierSku", "productName", ordered, "unitCost") l`.execute(tx);
}

interface LockedDraft extends DraftHeader {
  readonly id: number;
  readonly version: number;
  /** null while it was not sent. */
  readonly orderId: number | null;
}

export function noSuchDraft(): AppError {
  return new AppError('not_found', 'This draft does not exist. Somebody may have deleted it');
}

/** @throws AppError `not_found` */
export async function lockDraft(tx: Database, id: number): Promise<LockedDraft> {
  const { rows } = await sql<LockedDraft>`
    select id, version, po_number as "poNumber", vendor, expected_on::text as "expectedOn", notes, purchase_order_id as "orderId"
    from purchase_order_drafts where id = ${id} for no key update`.execute(tx);
  const [draft] = rows;
  if (draft === undefined) throw noSuchDraft();
  return draft;
}

export async function deleteDraft(tx: Database, id: number): Promise<void> {
  await sql`delete from purchase_order_drafts where id = ${id}`.execute(tx);
}

/** The numbers that are looked at together. */
const NUMBERS = 1_000;

/** A number that no order and no draft has: the year and a serial number. Until the transaction ends, no other draft gets one. */
export async function nextNumber(tx: Database, year: number): Promise<string> {
  await sql`select pg_advisory_xact_lock(${DRAFT_NUMBERS_LOCK})`.execute(tx);
  const { first } = onlyRow(await sql<{ first: number }>`select (coalesce(max(id), 0) + 1)::int as first from purchase_order_drafts`.execute(tx));
  for (let from = first; ; from += NUMBERS) {
    const { rows } = await sql<{ number: string }>`
      select number from (select ${`PO-${year}-`} || lpad(n::text, greatest(4, length(n::text)), '0') as number, n
        from generate_series(${from}::int, ${from + NUMBERS - 1}::int) n) free
      where not exists (select from purchase_orders p where upper(p.po_number) = free.number)
        and not exists (select from purchase_order_drafts d where d.purchase_order_id is null and upper(d.po_number) = free.number)
      order by n limit 1`.execute(tx);
    const [free] = rows;
    if (free !== undefined) return free.number;
  }
}

export async function hasOrder(tx: Database, poNumber: string): Promise<boolean> {
  const { rows } = await sql`select 1 from purchase_orders where upper(po_number) = upper(${poNumber})`.execute(tx);
  return rows.length > 0;
}

/**
 * Makes a draft an order, with its lines. Orders by hand have the upload 0: a file that changes orders locks those of other uploads,
 * which null would hide from it.
 * @throws a unique violation of `purchase_orders_number_key`
 */
export async function insertOrder(tx: Database, { id, poNumber, vendor, expectedOn }: LockedDraft, actorId: number): Promise<number> {
  const inserted = await sql<{ id: number }>`
    insert into purchase_orders (po_number, vendor, upload_id, created_by) values (${poNumber}, ${vendor}, 0, ${actorId}) returning id`.execute(tx);
  const orderId = onlyRow(inserted).id;
  await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on)
    select ${orderId}, line_number, gtin, supplier_sku, product_name, ordered, unit_cost, ${expectedOn}::date
    from purchase_order_draft_lines where draft_id = ${id} order by line_number`.execute(tx);
  return orderId;
}

interface Sending {
  readonly orderId: number;
  readonly actorId: number;
  readonly recipient: string | null;
  readonly mailId: number | null;
  readonly now: Date;
}

/** Records how a draft was sent. Its lines are those of the order from now on. */
export async function markSent(tx: Database, id: number, { orderId, actorId, recipient, mailId, now }: Sending): Promise<void> {
  await sql`
    update purchase_order_drafts set purchase_order_id = ${orderId}, sent_by = ${actorId}, sent_at = ${now}, recipient = ${recipient}, mail_id = ${mailId}::bigint,
      version = version + 1
    where id = ${id}`.execute(tx);
  await sql`delete from purchase_order_draft_lines where draft_id = ${id}`.execute(tx);
}

/** The mail of a sent order, locked by its draft. @throws AppError `not_found` */
export async function lockMail(tx: Database, id: number): Promise<{ mailId: number | null; orderId: number | null }> {
  const { rows } = await sql<{ mailId: number | null; orderId: number | null }>`
    select mail_id as "mailId", purchase_order_id as "orderId" from purchase_order_drafts where id = ${id} for no key update`.execute(tx);
  const [sent] = rows;
  if (sent === undefined) throw noSuchDraft();
  return sent;
}

export async function hasLines(tx: Database, orderId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from purchase_order_lines where purchase_order_id = ${orderId} limit 1`.execute(tx);
  return rows.length > 0;
}
