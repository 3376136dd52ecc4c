import type { LocationOption } from '@stowage/contract/inventory';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** A location as a page or another system names it: by id, or by code in upper or lower case. */
export type LocationReference = { readonly id: number } | { readonly code: string };

/** Reads the id or code that came in; a text of digits is an id. */
export function locationReference(value: number | string): LocationReference {
  if (typeof value === 'number') return { id: value };
  return /^\d{1,9}$/.test(value) ? { id: Number(value) } : { code: value };
}

/** The locations in use, in the order in which one walks past them: shelves first. */
export async function listActiveLocations(db: Database): Promise<LocationOption[]> {
  return db.selectFrom('locations').select(['id', 'code as location']).where('active', '=', true).orderBy(sql`kind <> 'SHELF'`).orderBy('id').execute();
}

export async function findActiveLocation(db: Database, reference: LocationReference): Promise<{ id: number; code: string; isQuarantine: boolean } | undefined> {
  const row = await db
    .selectFrom('locations')
    .select(['id', 'code', 'kind'])
    .where('active', '=', true)
    .where((eb) => ('id' in reference ? eb('id', '=', reference.id) : eb(sql<string>`upper(code)`, '=', reference.code.toUpperCase())))
    .executeTakeFirst();
  return row && { id: row.id, code: row.code, isQuarantine: row.kind === 'QUARANTINE' };
}

/** The location, which nobody takes out of use before the transaction ends. */
export async function lockActiveLocation(tx: Database, reference: LocationReference): Promise<{ id: number; code: string; isQuarantine: boolean } | undefined> {
  const place = await findActiveLocation(tx, reference);
  if (place === undefined) return undefined;
  // Read again under the lock: it may have been taken out of use in between.
  const { rows } = await sql`select 1 from locations where id = ${place.id} and active for key share`.execute(tx);
  return rows.length === 0 ? undefined : place;
}

export async function findLocationCode(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('locations').select('code').where('id', '=', id).executeTakeFirst();
  return row?.code ?? null;
}
