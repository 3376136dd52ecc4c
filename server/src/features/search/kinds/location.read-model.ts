import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  code: string;
  name: string | null;
  active: boolean;
  on_hand: number | null;
}

/** By the beginning of their code or name. Plan: the beginning of a range in each of two indexes. */
export const locationSource: SearchSource = {
  kind: 'location',
  async find(db: Database, { code, starting }: Question) {
    if (starting === undefined) return [];
    const { rows } = await sql<Row>`/* prepared: search_locations */
      select s.id, s.code, s.name, s.active, c.on_hand
      from locations s left join location_counts c on c.location_id = s.id
      where s.id = any(array(
        (select id from locations where upper(code) ~>=~ ${starting.from} and upper(code) ~<~ ${starting.below} order by upper(code) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        union (select id from locations where name is not null and upper(name) ~>=~ ${starting.from} and upper(name) ~<~ ${starting.below} order by upper(name) using ~<~ limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
      ))
      order by upper(s.code) = ${code} desc, s.active desc, s.code limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    return rows.map((row) => toFound(row, code));
  },
};

function toFound({ id, code, name, active, on_hand }: Row, wanted: string): Found {
  const stock = `${(on_hand ?? 0).toLocaleString('en')} units`;
  return {
    id: String(id),
    title: code,
    detail: [name, stock, active ? null : 'not in use'].filter((part) => part !== null).join(' · '),
    path: addressOf('/localinventoryreport', { location: code }),
    isExact: code.toUpperCase() === wanted,
  };
}
