import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import { EMPTY_RANGE, type SearchQuery } from '../search-query.rules.ts';
import { joinDetails, MAX_SUFFIX_MATCHES, type SearchHit, type SearchSource } from '../search-source.ts';

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
 * Finds packing lists by label or its prefix, by id, by the prefix of the shipment id, or by the prefix or suffix of the
 * tracking number. Plan: the start of five ranges.
 */
export const packingListSource: SearchSource = {
  kind: 'packing-list',
  async find(db: Database, { code, prefix, reversedSuffix, textPrefix, recordId, isNarrowed }: SearchQuery) {
    const { from, below } = prefix ?? EMPTY_RANGE;
    const suffix = reversedSuffix ?? EMPTY_RANGE;
    // `list:1` also matches the default label "Packing list 1".
    const isNumber = isNarrowed && recordId !== undefined;
    const named = isNumber ? `PACKING LIST ${recordId}` : code;
    const { rows } = await sql<Row>`/* prepared: search_packing_lists */
      select l.id, l.label, l.shipment_id, l.tracking_number, l.state, o.po_number
      from packing_lists l join purchase_orders o on o.id = l.purchase_order_id
      where l.id = any(array(
        select ${isNumber ? recordId : null}::bigint
        union (select id from packing_lists where upper(label) = ${named} order by id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where upper(label) ~>=~ ${textPrefix.from} and upper(label) ~<~ ${textPrefix.below} order by upper(label) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where upper(shipment_id) ~>=~ ${from} and upper(shipment_id) ~<~ ${below} order by upper(shipment_id) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where tracking_number is not null and upper(tracking_number) ~>=~ ${from} and upper(tracking_number) ~<~ ${below}
               order by upper(tracking_number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from packing_lists where tracking_number is not null and reverse(upper(tracking_number)) ~>=~ ${suffix.from} and reverse(upper(tracking_number)) ~<~ ${suffix.below}
               order by reverse(upper(tracking_number)) using ~<~ limit ${sql.lit(MAX_SUFFIX_MATCHES)})
      ))
      order by upper(l.label) in (${code}, ${named}) or ${code} in (upper(l.shipment_id), upper(l.tracking_number)) desc nulls last, l.id desc
      limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    const isNamed = ({ label, shipment_id, tracking_number }: Row) =>
      label.toUpperCase() === named || [shipment_id, tracking_number].some((value) => value?.toUpperCase() === code);
    // With several matches of the same name, none is exact.
    const isUnique = rows.filter(isNamed).length === 1;
    return rows.map((row) => toHit(row, isUnique && isNamed(row)));
  },
};

function toHit({ id, label, shipment_id, tracking_number, state, po_number }: Row, isExact: boolean): SearchHit {
  return {
    id: String(id),
    title: label,
    detail: joinDetails(po_number, shipment_id, tracking_number, STATE_WORDS[state] ?? state),
    path: screenAddress('/receiveinventory', { po: po_number, tab: 'edit', list: id }),
    isExact,
  };
}
