import { numberText } from '@stowage/contract/formats/text/number-text';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import { EMPTY_RANGE, type SearchQuery } from '../search-query.rules.ts';
import { joinDetails, MAX_SUFFIX_MATCHES, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  po_number: string;
  vendor: string | null;
  ordered: number;
  received: number;
  is_settled: boolean;
}

/** Finds purchase orders by the prefix or suffix of their number, or the prefix of their vendor. Plan: the end of three ranges. */
export const purchaseOrderSource: SearchSource = {
  kind: 'purchase-order',
  async find(db: Database, { code, prefix, reversedSuffix, textPrefix }: SearchQuery) {
    const number = prefix ?? EMPTY_RANGE;
    const { from, below } = reversedSuffix ?? EMPTY_RANGE;
    const { rows } = await sql<Row>`/* prepared: search_purchase_orders */
      select id, po_number, vendor, ordered, received, is_settled from purchase_orders
      where id = any(array(
        (select id from purchase_orders where upper(po_number) ~>=~ ${number.from} and upper(po_number) ~<~ ${number.below}
         order by upper(po_number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union
        (select id from purchase_orders where vendor is not null and upper(vendor) ~>=~ ${textPrefix.from} and upper(vendor) ~<~ ${textPrefix.below}
         order by upper(vendor) using ~>~, id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union
        (select id from purchase_orders where reverse(upper(po_number)) ~>=~ ${from} and reverse(upper(po_number)) ~<~ ${below}
         order by reverse(upper(po_number)) using ~<~ limit ${sql.lit(MAX_SUFFIX_MATCHES)})
      ))
      order by upper(po_number) = ${code} desc, upper(po_number) ~>=~ ${number.from} and upper(po_number) ~<~ ${number.below} desc, id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
      db,
    );
    return rows.map((row) => toHit(row, code));
  },
};

function toHit({ id, po_number, vendor, ordered, received, is_settled }: Row, code: string): SearchHit {
  const progress = `${numberText(received)} of ${numberText(ordered)} received`;
  return {
    id: String(id),
    title: po_number,
    detail: joinDetails(vendor, progress, is_settled ? 'settled' : null),
    path: screenAddress('/receiveinventory', { po: po_number }),
    isExact: po_number.toUpperCase() === code,
  };
}
