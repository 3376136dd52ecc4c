import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  number: string;
  vendor: string;
  state: string;
  total: string;
}

/** By the beginning of their number. Plan: the beginning of a range. */
export const invoiceSource: SearchSource = {
  kind: 'invoice',
  async find(db: Database, { code, words }: Question) {
    const { rows } = await sql<Row>`/* prepared: search_invoices */
      select id, number, vendor, state, total from vendor_invoices
      where id = any(array(
        select id from vendor_invoices where upper(number) ~>=~ ${words.from} and upper(number) ~<~ ${words.below}
        order by upper(number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
      ))
      order by upper(number) = ${code} desc, state = 'VOID', id desc`.execute(db);
    return rows.map((row) => toFound(row, code));
  },
};

function toFound({ id, number, vendor, state, total }: Row, code: string): Found {
  return {
    id: String(id),
    title: number,
    detail: [vendor, `$${total}`, state.toLowerCase()].join(' · '),
    path: addressOf('/poinvoicecredits', { tab: 'invoices', invoice: id }),
    isExact: number.toUpperCase() === code,
  };
}
