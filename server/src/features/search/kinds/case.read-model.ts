import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

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
 * By their own number, by the marketplace's numbers, by what is on the unit and the box, or by the beginning of any.
 * Plan: a key, and the beginnings of five ranges. The list of cases also finds a part from the middle: that takes too long
 * for a search of everything, since most tracking numbers of one shipper share most of their letters.
 */
export const caseSource: SearchSource = {
  kind: 'case',
  async find(db: Database, { code, starting, recordId, isNarrowed }: Question) {
    if (starting === undefined && recordId === undefined) return [];
    const { from, below } = starting ?? { from: code, below: code };
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
    return rows.map((row) => toFound(row, isExact(row, code) || (isNarrowed && row.id === recordId)));
  },
};

/** What names one case, not what several may share. */
function isExact({ amazon_case_id, reimbursement_id, lpn }: Row, code: string): boolean {
  return [amazon_case_id, reimbursement_id, lpn].some((value) => value?.toUpperCase() === code);
}

function toFound({ id, status, item_name, seller_sku, lpn, amazon_case_id, tracking_number }: Row, exact: boolean): Found {
  return {
    id: String(id),
    title: `Case ${id}: ${item_name ?? seller_sku}`,
    detail: [status, amazon_case_id, lpn, tracking_number].filter((part) => part !== null && part !== '').join(' · '),
    path: addressOf('/case-review', { case: id }),
    isExact: exact,
  };
}
