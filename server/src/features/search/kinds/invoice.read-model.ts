import { moneyText } from '@stowage/contract/formats/text/money-text';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  number: string;
  vendor: string;
  state: string;
  total: string;
}

/** Finds invoices by the prefix of their number. Plan: the start of a range. */
export const invoiceSource: SearchSource = {
  kind: 'invoice',
  async find(db: Database, { code, textPrefix }: SearchQuery) {
    const { rows } = await sql<Row>`/* prepared: search_invoices */
      select id, number, vendor, state, total from vendor_invoices
      where id = any(array(
        select id from vendor_invoices where upper(number) ~>=~ ${textPrefix.from} and upper(number) ~<~ ${textPrefix.below}
        order by upper(number) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
      ))
      order by upper(number) = ${code} desc, state = 'VOID', id desc`.execute(db);
    return rows.map((row) => toHit(row, code));
  },
};

function toHit({ id, number, vendor, state, total }: Row, code: string): SearchHit {
  return {
    id: String(id),
    title: number,
    detail: joinDetails(vendor, moneyText(total), state.toLowerCase()),
    path: screenAddress('/poinvoicecredits', { tab: 'invoices', invoice: id }),
    isExact: number.toUpperCase() === code,
  };
}
