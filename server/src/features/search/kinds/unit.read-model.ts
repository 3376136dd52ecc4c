import { conditionName } from '@stowage/contract/catalog/conditions';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { findMatches } from '../../catalog/index.ts';
import { inStock } from '../../inventory/index.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  identifier: string;
  title: string | null;
  condition: number | null;
  location: string;
  status: string;
}

/**
 * By their number, or the newest in stock of what a code names.
 * Plan: a key, and the ends of ranges of the indexes of what is in stock.
 */
export const unitSource: SearchSource = {
  kind: 'unit',
  async find(db: Database, { text, code, recordId, isNarrowed }: Question) {
    const listingIds = (await findMatches(db, text)).map(({ listing }) => listing.id);
    const { rows } = await sql<Row>`/* prepared: search_units */
      select u.id, u.identifier, p.title, l.condition, s.code as location, u.status
      from units u join locations s on s.id = u.location_id left join listings l on l.id = u.listing_id left join products p on p.id = l.product_id
      where u.id = any(array(
        select id from (
          select ${recordId ?? null}::bigint as id, 1 as rank where ${recordId ?? null}::bigint is not null
          union all
          (select unit.id, 2 from unnest(${listingIds}::bigint[]) as wanted (listing_id) cross join lateral (
            select u.id from units u where u.listing_id = wanted.listing_id and ${inStock} order by u.id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
          ) unit)
          union all
          (select u.id, 2 from units u where u.listing_id is null and upper(u.identifier) = ${code} and ${inStock} order by u.id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)})
        ) found order by rank, id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}
      ))
      order by u.id = ${recordId ?? null}::bigint desc nulls last, u.id desc`.execute(db);
    return rows.map((row) => toFound(row, isNarrowed && row.id === recordId));
  },
};

function toFound({ id, identifier, title, condition, location, status }: Row, isExact: boolean): Found {
  return {
    id: String(id),
    title: title ?? identifier,
    detail: [`Unit ${id}`, identifier, condition === null ? null : conditionName(condition), location, STATUS_WORDS[status] ?? status]
      .filter((part) => part !== null)
      .join(' · '),
    path: addressOf('/localinventoryadjustment', { q: identifier, dialog: 'history', item: id }),
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
