import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfSpelling, spellingsOf } from '../units/of-item.condition.ts';

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

/** Whether a unit with this unlisted code is in stock. Plan: a look-up for each spelling in the index of unlisted units. */
export async function isUnknownCodeInStock(db: Database, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${spellingsOf(code)} cross join lateral (select from units u where ${isOfSpelling} and ${inStock} limit 1) u limit 1`.execute(db);
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

/** The codes among these under which unlisted units are in stock. Plan: a look-up for each spelling in the index of unlisted units. */
export async function listUnknownAmong(db: Database, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select c.code from (select code, spellings_of_code(code) as spellings from unnest(${codes}::text[]) as c (code) offset 0) c
    where exists (select from unnest(c.spellings) as spelling cross join lateral (select from units u where ${isOfSpelling} and ${inStock} limit 1) u)`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}
