import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inStock } from '../units/in-stock.repository.ts';

/**
 * Codes in upper case under which units without a listing are in stock. Plan: those units' range of the index by listing.
 * @param after in the order of their characters
 */
export async function listUnknownCodes(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct upper(u.identifier) collate "C" as code from units u
    where u.listing_id is null and ${inStock} and upper(u.identifier) collate "C" > ${after} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ code }) => code);
}
