import { CHANGES_PAGE_SIZE, type ChangeKind, type PurchasingChange } from '@stowage/contract/purchasing/change-log';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { describeChange, linesOfChange } from './change-log.rules.ts';
import { ALL_IDS } from './order-search.read-model.ts';

interface Row {
  readonly id: number;
  readonly created_at: Date;
  readonly by: string;
  readonly packing_list_name: string | null;
  readonly kind: ChangeKind;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The change log of an order, newest first. Plan: the newest ids from the end of the order's or the list's index. */
export async function listChanges(
  db: Database,
  orderId: number,
  { packingListId, before = ALL_IDS }: { packingListId?: number | undefined; before?: number | undefined },
): Promise<PurchasingChange[]> {
  const ofList = packingListId === undefined ? sql`true` : sql`packing_list_id = ${packingListId}`;
  const { rows } = await sql<Row>`
    select c.id, c.created_at, u.name as by, l.label as packing_list_name, c.kind,
      c.details || coalesce((select jsonb_build_object('lineId', r.purchase_order_line_id) from receipts r where r.id = (c.details ->> 'receiptId')::bigint), '{}') as details
    from purchasing_changes c join users u on u.id = c.actor_id left join packing_lists l on l.id = c.packing_list_id
    where c.id = any(array(
      select id from purchasing_changes where purchase_order_id = ${orderId} and ${ofList} and id < ${before} order by id desc limit ${CHANGES_PAGE_SIZE}
    )) order by c.id desc`.execute(db);
  const lineIds = rows.flatMap(({ details }) => linesOfChange(details));
  const names = await nameLines(db, lineIds);
  return rows.map(({ id, created_at, by, packing_list_name, kind, details }) => ({
    ...{ id, at: utcText(created_at), by, packing_list_name, kind },
    ...describeChange(kind, details, (line) => names.get(line) ?? null),
  }));
}

async function nameLines(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; supplier_sku: string }>`
    select id, supplier_sku from purchase_order_lines where id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, supplier_sku }) => [id, supplier_sku]));
}
