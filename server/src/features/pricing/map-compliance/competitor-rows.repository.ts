import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';

/** Competitors of files, many at once. */

/** The id of each seller ID. */
export async function findCompetitorIds(db: Database, sellerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; sellerId: string }>`
    select id::text as id, seller_id as "sellerId" from competitors where seller_id = any(${sellerIds}::text[])`.execute(db);
  return new Map(rows.map(({ id, sellerId }) => [sellerId, id]));
}

export async function readCompetitors(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<Values & { id: string }>`
    select id::text as id, name, is_watched as watched from competitors where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}

/** @returns the ids, in the order of the rows */
export async function insertCompetitors(tx: Database, rows: readonly SpreadsheetRecord[]): Promise<string[]> {
  await sql`
    insert into competitors (seller_id, name, is_watched) select seller_id, name, coalesce(watched, true)
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ values }) => values))}::jsonb) as r (seller_id text, name text, watched boolean)`.execute(tx);
  const sellerIds = rows.map(({ values }) => String(values.seller_id));
  const ids = await findCompetitorIds(tx, sellerIds);
  return sellerIds.map((sellerId) => ids.get(sellerId) ?? '');
}

/** Sets the values that are present. @returns the old and the new names */
export async function updateCompetitors(tx: Database, changes: readonly { readonly id: string; readonly values: Values }[]): Promise<string[]> {
  const { rows } = await sql<{ before: string; after: string }>`
    update competitors c set name = coalesce(v.values ->> 'name', c.name), is_watched = coalesce((v.values ->> 'watched')::boolean, c.is_watched)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as v (id integer, values jsonb) join competitors old on old.id = v.id
    where c.id = v.id returning old.name as before, c.name as after`.execute(tx);
  return [...new Set(rows.flatMap(({ before, after }) => [before, after]))];
}

/** @throws a foreign key violation for an account whose prices were sampled */
export async function deleteCompetitors(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from competitors where id = any(${ids}::int[])`.execute(tx);
}
