import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';

/**
 * The codes of unlisted units in stock, in upper case. Plan: the range of unlisted units in the index by listing.
 * @param after the previous page's last code
 */
export async function listUnknownCodes(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct upper(u.identifier) collate "C" as code from units u
    where u.listing_id is null and ${inStock} and upper(u.identifier) collate "C" > ${after} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ code }) => code);
}
