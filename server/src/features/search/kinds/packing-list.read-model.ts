import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  label: string;
  shipment_id: string;
  tracking_number: string | null;
  state: string;
  po_number: string;
}

const STATE_WORDS: Readonly<Record<string, string>> = {
  DRAFT: 'draft',
  IN_TRANSIT: 'in transit',
  RECEIVING: 'receiving',
  CLOSED: 'closed',
  CANCELED: 'canceled',
};

/** By the beginning of their label, shipment id or tracking number. Plan: the beginnings of three ranges. */
export const packingListSource: SearchSource = {
  kind: 'packing-list',
  async find(db: Database, { code, starting }: Question) {
    if (starting === undefined) return [];
    const { rows } = await sql<Row>`/* prepared: search_packing_lists */
      select l.id, l.label, l.shipment_id, l.tracking_number, l.state, o.po_number
      from packing_lists l join purchase_orders o on o.id = l.purchase_order_id
      where l.id = any(array(
        (select id from packing_lists where upper(label) ~>=~ ${starting.from} and upper(label) ~<~ ${starting.below} order by upper(label) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where upper(shipment_id) ~>=~ ${starting.from} and upper(shipment_id) ~<~ ${starting.below} order by upper(shipment_id) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where tracking_number is not null and upper(tracking_number) ~>=~ ${starting.from} and upper(tracking_number) ~<~ ${starting.below}
               order by upper(tracking_number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
      ))
      order by ${code} in (upper(l.label), upper(l.shipment_id), upper(l.tracking_number)) desc nulls last, l.id desc
      limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    return rows.map((row) => toFound(row, code));
  },
};

function toFound({ id, label, shipment_id, tracking_number, state, po_number }: Row, code: string): Found {
  return {
    id: String(id),
    title: label,
    detail: [po_number, shipment_id, tracking_number, STATE_WORDS[state] ?? state].filter((part) => part !== null).join(' · '),
    path: addressOf('/receiveinventory', { po: po_number, tab: 'edit', list: id }),
    isExact: [label, shipment_id, tracking_number].some((value) => value?.toUpperCase() === code),
  };
}
