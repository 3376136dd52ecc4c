import { numberText } from '@stowage/contract/formats/text/number-text';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  code: string;
  name: string | null;
  active: boolean;
  on_hand: number | null;
}

/** Finds locations by the prefix of their code or name. Plan: the start of a range in each of two indexes. */
export const locationSource: SearchSource = {
  kind: 'location',
  async find(db: Database, { code, prefix }: SearchQuery) {
    if (prefix === undefined) return [];
    const { rows } = await sql<Row>`/* prepared: search_locations */
      select s.id, s.code, s.name, s.active, c.on_hand
      from locations s left join location_counts c on c.location_id = s.id
      where s.id = any(array(
        (select id from locations where upper(code) ~>=~ ${prefix.from} and upper(code) ~<~ ${prefix.below} order by upper(code) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from locations where name is not null and upper(name) ~>=~ ${prefix.from} and upper(name) ~<~ ${prefix.below} order by upper(name) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
      ))
      order by upper(s.code) = ${code} desc, s.active desc, s.code limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    return rows.map((row) => toHit(row, code));
  },
};

function toHit({ id, code, name, active, on_hand }: Row, wanted: string): SearchHit {
  const stock = `${numberText(on_hand ?? 0)} units`;
  return {
    id: String(id),
    title: code,
    detail: joinDetails(name, stock, active ? null : 'not in use'),
    path: screenAddress('/localinventoryreport', { location: code }),
    isExact: code.toUpperCase() === wanted,
  };
}
