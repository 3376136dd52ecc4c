import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, NO_CODE, type Question } from '../question.rules.ts';
import { ENDINGS_LOOKED_AT, type Found, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  po_number: string;
  vendor: string | null;
  ordered: number;
  received: number;
  is_settled: boolean;
}

/** By the beginning or the end of their number, or the beginning of their vendor's name. Plan: the ends of three ranges. */
export const purchaseOrderSource: SearchSource = {
  kind: 'purchase-order',
  async find(db: Database, { code, starting, ending, words }: Question) {
    const number = starting ?? NO_CODE;
    const { from, below } = ending ?? NO_CODE;
    const { rows } = await sql<Row>`/* prepared: search_purchase_orders */
      select id, po_number, vendor, ordered, received, is_settled from purchase_orders
      where id = any(array(
        (select id from purchase_orders where upper(po_number) ~>=~ ${number.from} and upper(po_number) ~<~ ${number.below}
         order by upper(po_number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union
        (select id from purchase_orders where vendor is not null and upper(vendor) ~>=~ ${words.from} and upper(vendor) ~<~ ${words.below}
         order by upper(vendor) using ~>~, id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union
        (select id from purchase_orders where reverse(upper(po_number)) ~>=~ ${from} and reverse(upper(po_number)) ~<~ ${below}
         order by reverse(upper(po_number)) using ~<~ limit ${sql.lit(ENDINGS_LOOKED_AT)})
      ))
      order by upper(po_number) = ${code} desc, upper(po_number) ~>=~ ${number.from} and upper(po_number) ~<~ ${number.below} desc, id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
      db,
    );
    return rows.map((row) => toFound(row, code));
  },
};

function toFound({ id, po_number, vendor, ordered, received, is_settled }: Row, code: string): Found {
  const progress = `${received.toLocaleString('en')} of ${ordered.toLocaleString('en')} received`;
  return {
    id: String(id),
    title: po_number,
    detail: [vendor, progress, is_settled ? 'settled' : null].filter((part) => part !== null).join(' · '),
    path: addressOf('/receiveinventory', { po: po_number }),
    isExact: po_number.toUpperCase() === code,
  };
}
