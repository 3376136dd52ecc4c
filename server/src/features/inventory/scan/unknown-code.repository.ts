import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
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

/** Whether a unit with this unlisted code is in stock. Plan: one look-up in the index of unlisted units. */
export async function isUnknownCodeInStock(db: Database, code: string): Promise<boolean> {
  const { rows } = await sql`select from units u where u.listing_id is null and upper(u.identifier) = ${code.toUpperCase()} and ${inStock} limit 1`.execute(db);
  return rows.length > 0;
}

/** A longer unlisted code in stock that begins with this one. Plan: the first of a range in the index of unlisted units. */
export async function findLongerUnknownCode(db: Database, code: string): Promise<string | undefined> {
  const begin = code.toUpperCase();
  const { rows } = await sql<{ code: string }>`
    select upper(u.identifier) as code from units u
    where u.listing_id is null and ${inStock} and upper(u.identifier) > ${begin} and upper(u.identifier) < ${`${begin}\u{10ffff}`}
    order by upper(u.identifier), u.id limit 1`.execute(db);
  return rows[0]?.code;
}

/** Those of the texts that are the code of an unlisted unit in stock. Plan: a look-up for each in the index of unlisted units. @param codes upper case */
export async function listUnknownAmong(db: Database, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct c.code from unnest(${codes}::text[]) as c (code)
    where exists (select from units u where u.listing_id is null and upper(u.identifier) = c.code and ${inStock})`.execute(db);
  return rows.map(({ code }) => code);
}
