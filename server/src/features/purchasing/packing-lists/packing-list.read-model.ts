import { displayGtin } from '@stowage/contract/catalog/identifiers';
import type { UnexpectedItem } from '@stowage/contract/purchasing/packing-lists';
import {
  LINES_FOUND_LIMIT,
  type PackingListLine,
  type PackingListOption,
  type PoLine,
  type PoOption,
  type ReceiptRow,
} from '@stowage/contract/purchasing/receiving';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { dollars } from '../../../platform/dollars.ts';
import { utcText } from '../../../platform/utc-text.ts';
import { ALL_IDS, findWanted } from '../purchase-orders/order-search.read-model.ts';
import type { FileLine } from './list-file.rules.ts';

/**
 * The orders to choose from: those with something to come first, then the newest; before them the one of just this number.
 * Plan: both from the ends of their indexes; a search from the trigram index, or from its vendor's.
 */
export async function listPoOptions(db: Database, search: string, limit: number): Promise<PoOption[]> {
  const columns = sql`select id, po_number as value, po_number as label, vendor, is_settled from purchase_orders`;
  const [toCome, settled] = [await findWanted(db, { search, show: 'open' }), await findWanted(db, { search, show: 'settled' })];
  const { rows } = await sql<PoOption>`
    with named as materialized (${columns} where upper(po_number) = upper(${search}))
    select value, label, vendor, is_settled from (
      select *, true as is_named from named
      union all (select *, false from (${columns} where ${toCome.below(ALL_IDS)} order by ${toCome.order} limit ${limit}) o where id not in (select id from named))
      union all (select *, false from (${columns} where ${settled.below(ALL_IDS)} order by ${settled.order} limit ${limit}) s where id not in (select id from named))
    ) found order by is_named desc, is_settled, id desc limit ${limit}`.execute(db);
  return rows;
}

interface PartOfOrder {
  readonly lineIds?: readonly number[] | undefined;
  /** Part of a supplier SKU, a GTIN or a product's name. */
  readonly search?: string | undefined;
}

/** The lines of an order, or those of them. Plan: the order's lines, and of each its places on lists, by their indexes. */
export async function listPoLines(db: Database, orderId: number, { lineIds, search }: PartOfOrder = {}): Promise<PoLine[]> {
  const found = search === undefined ? sql`` : sql`and position(lower(${search}) in lower(concat_ws(' ', n.supplier_sku, n.gtin, n.product_name))) > 0`;
  const first = search === undefined ? sql`` : sql`limit ${LINES_FOUND_LIMIT}`;
  const { rows } = await sql<Omit<PoLine, 'unit_cost'> & { unit_cost: string | null }>`
    select n.id, n.purchase_order_id, p.po_number as "poNumber", n.gtin, n.supplier_sku, n.product_name, n.ordered as qty_ordered, n.received as total_received,
      n.ordered - n.received - n.canceled as remaining_qty, n.damaged as damaged_qty, n.backordered as backordered_qty, n.canceled as canceled_qty,
      n.over as over_qty, n.unit_cost, n.expected_on::text as expected_date, n.added_reason, null as "packingListQty", coalesce(held.quantity, 0)::int as all_packinglist_qty
    from purchase_order_lines n join purchase_orders p on p.id = n.purchase_order_id
    left join lateral (${onLists(sql`true`)}) held on true
    where n.purchase_order_id = ${orderId} ${among(lineIds)} ${found} order by n.line_number, n.id ${first}`.execute(db);
  return rows.map((row) => ({ ...row, gtin: displayGtin(row.gtin), unit_cost: dollars(row.unit_cost) }));
}

function among(lineIds: readonly number[] | undefined) {
  return lineIds === undefined ? sql`` : sql`and n.id = any(${lineIds}::bigint[])`;
}

/** How many of the line `n` are on lists that are not canceled. */
function onLists(which: ReturnType<typeof sql>) {
  return sql`
    select sum(o.quantity) as quantity from packing_list_lines o join packing_lists other on other.id = o.packing_list_id
    where o.purchase_order_line_id = n.id and other.state <> 'CANCELED' and ${which}`;
}

/** What a list's state is called: one with nothing left to come has been received. */
export const stateOfList = sql<
  PackingListOption['state']
>`case when l.state = 'RECEIVING' and sums.short = 0 and sums.units > 0 then 'RECEIVED' else l.state end`;

/** The lists of an order, or the one that was made under a client's id. */
export async function listOptions(db: Database, orderId: number, clientId?: string): Promise<PackingListOption[]> {
  const { rows } = await sql<Omit<PackingListOption, 'created_at'> & { created_at: Date }>`
    select l.id as value, l.label, l.shipment_id, l.id as stowage_receive_inventory_packing_list_id, ${stateOfList} as state, l.carrier, l.tracking_number,
      l.expected_on::text as expected_date, l.boxes, l.notes,
      (select name from packing_list_files f where f.packing_list_id = l.id) as file_name, sums.skus, sums.units, sums.received, sums.damaged,
      (select count(*)::int from unexpected_scans u where u.packing_list_id = l.id and u.outcome is null) as unexpected, w.name as created_by, l.created_at
    from packing_lists l join users w on w.id = l.created_by
    cross join lateral (
      select count(*)::int as skus, coalesce(sum(quantity), 0)::int as units, coalesce(sum(received), 0)::int as received,
        coalesce(sum(damaged), 0)::int as damaged, (count(*) filter (where quantity > received))::int as short
      from packing_list_lines x where x.packing_list_id = l.id
    ) sums
    where l.purchase_order_id = ${orderId} ${clientId === undefined ? sql`` : sql`and l.client_id = ${clientId}`} order by l.id desc`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

/** Whether a list is one of an order. */
export async function isListOf(db: Database, packingListId: number, poNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from packing_lists l join purchase_orders p on p.id = l.purchase_order_id
    where l.id = ${packingListId} and upper(p.po_number) = upper(${poNumber})`.execute(db);
  return rows.length > 0;
}

/** The ASIN of the line `n`: its product's, of the New listing first. */
const asinOfLine = sql`(
  select i.asin from product_gtins g join listings i on i.product_id = g.product_id
  where g.gtin14 = n.gtin and i.asin is not null order by i.condition = 11 desc, i.id limit 1)`;

/**
 * The lines of a list, or those of them; those that are complete first.
 * Plan: the list's lines by their key, of each its order's line, its product and its other lists.
 */
export async function listLinesOf(db: Database, packingListId: number, lineIds?: readonly number[]): Promise<PackingListLine[]> {
  const { rows } = await sql<PackingListLine>`
    select found.*, (select image_url from catalog_items c where c.asin = upper(found."Asin")) as image_url from (
      select n.id as stowage_supplier_po_id, x.packing_list_id as stowage_receive_inventory_packing_list_id, p.po_number as "poNumber", ${asinOfLine} as "Asin", n.gtin,
        n.supplier_sku, n.product_name, x.quantity as packinglist_qty, x.received as packing_list_received, x.damaged as damaged_qty, x.notes as line_item_notes,
        n.ordered as qty_ordered, coalesce((${onLists(sql`o.packing_list_id <> x.packing_list_id`)}), 0)::int as other_packinglist_qty, n.line_number
      from packing_list_lines x join purchase_order_lines n on n.id = x.purchase_order_line_id join purchase_orders p on p.id = n.purchase_order_id
      where x.packing_list_id = ${packingListId} ${among(lineIds)}
    ) found order by found.packinglist_qty <> found.packing_list_received, found.line_number`.execute(db);
  return rows.map((row) => ({ ...row, gtin: displayGtin(row.gtin) }));
}

/** Every line of a list's order, as a file of the list sees it. Plan: the order's lines, and of each its places on lists, by their indexes. */
export async function listFileLines(db: Database, packingListId: number): Promise<FileLine[]> {
  const { rows } = await sql<FileLine>`
    select n.id, n.supplier_sku as "supplierSku", n.gtin, n.product_name as "productName", n.ordered, x.quantity, coalesce(x.received, 0) as received,
      coalesce((${onLists(sql`o.packing_list_id <> ${packingListId}`)}), 0)::int as "onOtherLists"
    from purchase_order_lines n left join packing_list_lines x on x.purchase_order_line_id = n.id and x.packing_list_id = ${packingListId}
    where n.purchase_order_id = (select purchase_order_id from packing_lists where id = ${packingListId})`.execute(db);
  return rows;
}

/** What a list comes to. */
export async function sumList(db: Database, packingListId: number): Promise<{ expected: number; received: number; damaged: number }> {
  const { rows } = await sql<{ expected: number; received: number; damaged: number }>`
    select coalesce(sum(quantity), 0)::int as expected, coalesce(sum(received), 0)::int as received, coalesce(sum(damaged), 0)::int as damaged
    from packing_list_lines where packing_list_id = ${packingListId}`.execute(db);
  return rows[0] ?? { expected: 0, received: 0, damaged: 0 };
}

interface PartOfHistory {
  readonly limit: number;
  /** Only those that are older than this one. */
  readonly before?: number | undefined;
  readonly code?: string | undefined;
}

/**
 * What was received on a list, newest first. A code is finished when one of its scans completed its line, on this page or not.
 * Plan: the newest receipts from the end of their index or their code's, what stands beside them by keys, a code's lines by
 * skipping through their index: a page costs the same wherever it begins.
 */
export async function listReceipts(db: Database, packingListId: number, { limit, before, code }: PartOfHistory): Promise<ReceiptRow[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const ofCode = code === undefined ? sql`` : sql`and upper(scanned_code) = upper(${code})`;
  const { rows } = await sql<Omit<ReceiptRow, 'updated_at'> & { updated_at: Date }>`
    with recursive page as materialized (
      select *, upper(scanned_code) as key from receipts where packing_list_id = ${packingListId} ${older} ${ofCode} order by id desc limit ${limit}
    ), code_lines as (
      select key, (${nextLine(packingListId, sql`c.key`, sql`0`)}) as line_id from (select distinct key from page) c
      union all
      select key, (${nextLine(packingListId, sql`l.key`, sql`l.line_id`)}) from code_lines l where line_id is not null
    ), finished as materialized (
      select distinct l.key from code_lines l join packing_list_lines x on x.packing_list_id = ${packingListId} and x.purchase_order_line_id = l.line_id
      where exists (
        select 1 from receipts f where f.packing_list_id = ${packingListId} and upper(f.scanned_code) = l.key and f.purchase_order_line_id = l.line_id
          and f.running_total = x.quantity
      )
    )
    select r.id, r.scanned_code as scanned_id, r.updated_at, n.supplier_sku, n.product_name, r.quantity as received_qty,
      x.quantity - r.running_total as running_qty_remaining, r.running_total as running_total_received, x.quantity as packinglist_qty,
      n.id as stowage_supplier_po_id, r.client_scan_id, w.name as received_by, coalesce(unit.identifier, r.scanned_code) as identifier, unit.sku_condition,
      not exists (select 1 from receipts o where o.packing_list_id = ${packingListId} and upper(o.scanned_code) = r.key and o.id > r.id) as is_newest,
      r.key in (select key from finished) as is_finished
    from page r
    join packing_list_lines x on x.packing_list_id = r.packing_list_id and x.purchase_order_line_id = r.purchase_order_line_id
    join purchase_order_lines n on n.id = r.purchase_order_line_id
    join users w on w.id = r.actor_id
    left join lateral (
      select u.identifier, i.condition as sku_condition from stock_movements m join units u on u.id = m.unit_id left join listings i on i.id = u.listing_id
      where m.receipt_id = r.id and m.type = 'ADD' order by m.id limit 1
    ) unit on true
    order by r.id desc`.execute(db);
  return rows.map((row) => ({ ...row, updated_at: utcText(row.updated_at) }));
}

/** The next line that a code was scanned on. */
function nextLine(packingListId: number, key: ReturnType<typeof sql>, after: ReturnType<typeof sql>) {
  return sql`
    select min(purchase_order_line_id) from receipts where packing_list_id = ${packingListId} and upper(scanned_code) = ${key} and purchase_order_line_id > ${after}`;
}

/** What the screen shows anew after a quantity was changed. */
export async function listHistoryAndLines(
  db: Database,
  packingListId: number,
  { limit, lineIds }: { readonly limit: number; readonly lineIds: readonly number[] | undefined },
): Promise<[ReceiptRow[], PackingListLine[]]> {
  return [await listReceipts(db, packingListId, { limit }), await listLinesOf(db, packingListId, lineIds)];
}

/** Beeps of a list that nobody has explained yet, by code, newest first. */
export async function listUnexpectedItems(db: Database, packingListId: number): Promise<UnexpectedItem[]> {
  const { rows } = await sql<Omit<UnexpectedItem, 'first_at' | 'last_at'> & { first_at: Date; last_at: Date }>`
    with waiting as materialized (
      select upper(scanned_code) as key, min(scanned_code) as code, count(*)::int as quantity, min(created_at) as first_at, max(created_at) as last_at,
        max(lpad(scanned_code, 14, '0')) as gtin
      from unexpected_scans where packing_list_id = ${packingListId} and outcome is null group by 1
    ), named as (
      select w.*, coalesce(g.product_id, l.product_id) as product_id, coalesce(l.asin, (select asin from listings where product_id = g.product_id and asin is not null limit 1)) as asin
      from waiting w left join product_gtins g on g.gtin14 = w.gtin
      left join lateral (select product_id, asin from listings where upper(fnsku) = w.key or upper(seller_sku) = w.key or upper(asin) = w.key limit 1) l on true
    )
    select d.code, d.quantity, d.first_at, d.last_at, (select title from products where id = d.product_id) as item_name,
      (select image_url from catalog_items c where c.asin = upper(d.asin)) as image_url, n.id as stowage_supplier_po_id, n.supplier_sku
    from named d
    left join lateral (
      select n.id, n.supplier_sku from packing_lists p join purchase_order_lines n on n.purchase_order_id = p.purchase_order_id
      where p.id = ${packingListId} and (n.gtin = d.gtin or upper(n.supplier_sku) = d.key or n.gtin in (select gtin14 from product_gtins where product_id = d.product_id))
      order by n.line_number limit 1
    ) n on true
    order by d.last_at desc`.execute(db);
  return rows.map((row) => ({ ...row, first_at: utcText(row.first_at), last_at: utcText(row.last_at) }));
}

export interface Progress {
  readonly complete_skus: number;
  readonly skus: number;
  readonly last_scan_at: string | null;
  readonly units_last_hour: number;
  readonly receivers: string[];
}

/** How receiving a list goes. Plan: the list's lines, and its receipts of the last hour from the end of their index. */
export async function findProgress(db: Database, packingListId: number, now: Date): Promise<Progress> {
  const { rows } = await sql<Omit<Progress, 'last_scan_at'> & { last_scan_at: Date | null }>`
    with recent as materialized (
      select actor_id, quantity, created_at from (select * from receipts where packing_list_id = ${packingListId} order by id desc limit 5000) newest
      where created_at > ${now}::timestamptz - interval '1 hour'
    )
    select (select count(*)::int from packing_list_lines where packing_list_id = ${packingListId} and received >= quantity) as complete_skus,
      (select count(*)::int from packing_list_lines where packing_list_id = ${packingListId}) as skus,
      (select created_at from receipts where packing_list_id = ${packingListId} order by id desc limit 1) as last_scan_at,
      (select coalesce(sum(quantity), 0)::int from recent) as units_last_hour,
      array(select distinct w.name from recent r join users w on w.id = r.actor_id where r.created_at > ${now}::timestamptz - interval '5 minutes' order by 1) as receivers`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Subselects answer one row');
  return { ...row, last_scan_at: row.last_scan_at && utcText(row.last_scan_at) };
}

export async function listExists(db: Database, packingListId: number): Promise<boolean> {
  return (await db.selectFrom('packing_lists').select('id').where('id', '=', packingListId).executeTakeFirst()) !== undefined;
}
