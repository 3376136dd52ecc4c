import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, NO_CODE, type Question } from '../question.rules.ts';
import { ENDINGS_LOOKED_AT, type Found, type SearchSource } from '../search-source.ts';

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

/**
 * By their label or its beginning, by their number within the order, by the beginning of their shipment id, or by the beginning
 * or the end of their tracking number. Plan: the beginnings of five ranges.
 */
export const packingListSource: SearchSource = {
  kind: 'packing-list',
  async find(db: Database, { code, starting, ending, words, recordId, isNarrowed }: Question) {
    const { from, below } = starting ?? NO_CODE;
    const end = ending ?? NO_CODE;
    // `list:1` is the one of that number, as lists are called that nobody renamed.
    const isNumber = isNarrowed && recordId !== undefined;
    const named = isNumber ? `PACKING LIST ${recordId}` : code;
    const { rows } = await sql<Row>`/* prepared: search_packing_lists */
      select l.id, l.label, l.shipment_id, l.tracking_number, l.state, o.po_number
      from packing_lists l join purchase_orders o on o.id = l.purchase_order_id
      where l.id = any(array(
        select ${isNumber ? recordId : null}::bigint
        union (select id from packing_lists where upper(label) = ${named} order by id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where upper(label) ~>=~ ${words.from} and upper(label) ~<~ ${words.below} order by upper(label) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where upper(shipment_id) ~>=~ ${from} and upper(shipment_id) ~<~ ${below} order by upper(shipment_id) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where tracking_number is not null and upper(tracking_number) ~>=~ ${from} and upper(tracking_number) ~<~ ${below}
               order by upper(tracking_number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where tracking_number is not null and reverse(upper(tracking_number)) ~>=~ ${end.from} and reverse(upper(tracking_number)) ~<~ ${end.below}
               order by reverse(upper(tracking_number)) using ~<~ limit ${sql.lit(ENDINGS_LOOKED_AT)})
      ))
      order by upper(l.label) in (${code}, ${named}) or ${code} in (upper(l.shipment_id), upper(l.tracking_number)) desc nulls last, l.id desc
      limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    const isNamed = ({ label, shipment_id, tracking_number }: Row) =>
      label.toUpperCase() === named || [shipment_id, tracking_number].some((value) => value?.toUpperCase() === code);
    // Of several that are called the same none is what was meant.
    const isOne = rows.filter(isNamed).length === 1;
    return rows.map((row) => toFound(row, isOne && isNamed(row)));
  },
};

function toFound({ id, label, shipment_id, tracking_number, state, po_number }: Row, isExact: boolean): Found {
  return {
    id: String(id),
    title: label,
    detail: [po_number, shipment_id, tracking_number, STATE_WORDS[state] ?? state].filter((part) => part !== null).join(' · '),
    path: addressOf('/receiveinventory', { po: po_number, tab: 'edit', list: id }),
    isExact,
  };
}
