import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  status: string;
  item_name: string | null;
  seller_sku: string;
  lpn: string | null;
  amazon_case_id: string | null;
  reimbursement_id: string | null;
  tracking_number: string;
}

/**
 * Finds cases by id, or by the prefix of a marketplace number, LPN, order or tracking number. Plan: a key and the start of five
 * ranges. Unlike the list of cases it does not match the middle of a number, which would be too slow for a global search.
 */
export const caseSource: SearchSource = {
  kind: 'case',
  async find(db: Database, { code, prefix, recordId, isNarrowed }: SearchQuery) {
    if (prefix === undefined && recordId === undefined) return [];
    const { from, below } = prefix ?? { from: code, below: code };
    const startingWith = (column: 'tracking_number' | 'order_id' | 'lpn' | 'amazon_case_id' | 'reimbursement_id') => {
      const value = sql`upper(${sql.ref(column)})`;
      return sql`(select id from return_cases where ${sql.ref(column)} <> '' and ${value} ~>=~ ${from} and ${value} ~<~ ${below}
        order by ${value} using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})`;
    };
    const { rows } = await sql<Row>`/* prepared: search_cases */
      select id, status, item_name, seller_sku, lpn, amazon_case_id, reimbursement_id, tracking_number from return_cases
      where id = any(array(
        select ${recordId ?? null}::bigint
        union ${startingWith('tracking_number')} union ${startingWith('order_id')} union ${startingWith('lpn')}
        union ${startingWith('amazon_case_id')} union ${startingWith('reimbursement_id')}
      ))
      order by id = ${recordId ?? null}::bigint desc nulls last, ${code} in (upper(lpn), upper(amazon_case_id), upper(reimbursement_id)) desc nulls last, id desc
      limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    return rows.map((row) => toHit(row, isExact(row, code) || (isNarrowed && row.id === recordId)));
  },
};

/** Compares only the numbers that belong to a single case. */
function isExact({ amazon_case_id, reimbursement_id, lpn }: Row, code: string): boolean {
  return [amazon_case_id, reimbursement_id, lpn].some((value) => value?.toUpperCase() === code);
}

function toHit({ id, status, item_name, seller_sku, lpn, amazon_case_id, tracking_number }: Row, exact: boolean): SearchHit {
  return {
    id: String(id),
    title: `Case ${id}: ${item_name ?? seller_sku}`,
    detail: joinDetails(status, amazon_case_id, lpn, tracking_number),
    path: screenAddress('/case-review', { case: id }),
    isExact: exact,
  };
}
