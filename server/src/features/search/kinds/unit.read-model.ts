import { conditionName } from '@stowage/contract/catalog/conditions';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { matchCode } from '../../catalog/index.ts';
import { inStock, isOfSpelling, joinProductOfUnit, spellingsOf } from '../../inventory/index.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  identifier: string;
  title: string | null;
  condition: number | null;
  location: string;
  status: string;
}

/**
 * Finds units by id, and the newest units in stock with a code.
 * Plan: a key, and the end of ranges in the indexes of units in stock.
 */
export const unitSource: SearchSource = {
  kind: 'unit',
  async find(db: Database, { text, code, recordId, isNarrowed }: SearchQuery) {
    const id = hidden(recordId ?? null, 'bigint');
    const listingIds = (await matchCode(db, text)).map(({ listing }) => listing.id);
    const { rows } = await sql<Row>`/* prepared: search_units */
      select u.id, u.identifier, p.title, l.condition, s.code as location, u.status
      from units u join locations s on s.id = u.location_id left join listings l on l.id = u.listing_id ${joinProductOfUnit}
      where u.id = any(array(
        select id from (
          select ${id} as id, 1 as rank where ${id} is not null
          union all
          (select unit.id, 2 from unnest(${hidden(listingIds, 'bigint[]')}) as wanted (listing_id) cross join lateral (
            select u.id from units u where u.listing_id = wanted.listing_id and ${inStock} order by u.id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
          ) unit)
          union all
          (select unit.id, 2 from ${spellingsOf(code)} cross join lateral (
            select u.id from units u where ${isOfSpelling} and ${inStock} order by u.id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
          ) unit)
        ) found order by rank, id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
      ))
      order by u.id = ${id} desc nulls last, u.id desc`.execute(db);
    return rows.map((row) => toHit(row, isNarrowed && row.id === recordId));
  },
};

function toHit({ id, identifier, title, condition, location, status }: Row, isExact: boolean): SearchHit {
  return {
    id: String(id),
    title: title ?? identifier,
    detail: joinDetails(`Unit ${id}`, identifier, condition === null ? null : conditionName(condition), location, STATUS_WORDS[status] ?? status),
    path: screenAddress('/localinventoryadjustment', { q: identifier, dialog: 'history', item: id }),
    isExact,
  };
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  AVAILABLE: 'available',
  SALE_PENDING: 'sale pending',
  QUARANTINE: 'in quarantine',
  SHIPPED: 'shipped',
  REMOVED: 'removed',
};
