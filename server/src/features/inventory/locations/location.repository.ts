import type { LocationOption } from '@stowage/contract/inventory/scan';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

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

export interface Place {
  readonly id: number;
  readonly code: string;
  /** Its stock is not for sale. */
  readonly isQuarantine: boolean;
}

export async function findActiveLocation(db: Database, reference: LocationReference): Promise<Place | undefined> {
  const row = await db
    .selectFrom('locations')
    .select(['id', 'code', 'sellable'])
    .where('active', '=', true)
    .where((eb) => ('id' in reference ? eb('id', '=', reference.id) : eb(sql<string>`upper(code)`, '=', reference.code.toUpperCase())))
    .executeTakeFirst();
  return row && { id: row.id, code: row.code, isQuarantine: !row.sellable };
}

/** The location, which nobody takes out of use before the transaction ends. */
export async function lockActiveLocation(tx: Database, reference: LocationReference): Promise<Place | undefined> {
  const place = await findActiveLocation(tx, reference);
  if (place === undefined) return undefined;
  // Read again under the lock: it may have been changed or taken out of use in between.
  const { rows } = await sql<{ sellable: boolean }>`select sellable from locations where id = ${place.id} and active for key share`.execute(tx);
  return rows[0] && { ...place, isQuarantine: !rows[0].sellable };
}

export async function findLocationCode(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('locations').select('code').where('id', '=', id).executeTakeFirst();
  return row?.code ?? null;
}

/** Where units are put that must not be sold. */
export async function findQuarantineLocation(db: Database): Promise<number | undefined> {
  return findFirstOfKind(db, 'QUARANTINE');
}

/** Where units come in, to be put away later. */
export async function findReceivingLocation(db: Database): Promise<number | undefined> {
  return findFirstOfKind(db, 'RECEIVING');
}

async function findFirstOfKind(db: Database, kind: 'QUARANTINE' | 'RECEIVING'): Promise<number | undefined> {
  const row = await db.selectFrom('locations').select('id').where('kind', '=', kind).where('active', '=', true).orderBy('id').executeTakeFirst();
  return row?.id;
}

/** The last place in use, with stock for sale, that a unit was moved away from. */
export async function findLastSellableLocation(db: Database, unitId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from stock_movements m join locations s on s.id = m.from_location_id
    where m.unit_id = ${unitId} and m.type = 'LOCATION_CHANGE' and s.active and s.sellable order by m.id desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** What people say of a location. */
export interface LocationProperties {
  readonly code: string;
  readonly name: string | null;
  readonly zone: string | null;
  readonly capacity: number | null;
  readonly sellable: boolean;
}

interface LockedLocation extends LocationProperties {
  readonly kind: string;
  readonly active: boolean;
  readonly onHand: number;
}

/** @returns its id; @throws a unique violation of `locations_code_key` */
export async function insertLocation(db: Database, properties: LocationProperties): Promise<number> {
  const { id } = await db.insertInto('locations').values(properties).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The location with what it holds. Until the transaction ends nothing is brought there: whoever wants to, waits. */
export async function lockLocation(tx: Database, id: number): Promise<LockedLocation | undefined> {
  const row = await tx
    .selectFrom('locations')
    .select(['code', 'name', 'zone', 'capacity', 'sellable', 'kind', 'active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Read after the lock, in a statement of its own: it sees what was brought there while this one waited.
  const count = await tx.selectFrom('location_counts').select('on_hand').where('location_id', '=', id).executeTakeFirst();
  return { ...row, onHand: count?.on_hand ?? 0 };
}

/** @throws a unique violation of `locations_code_key` */
export async function updateLocation(tx: Database, id: number, change: Partial<LocationProperties> & { active?: boolean }): Promise<void> {
  await tx.updateTable('locations').set(change).where('id', '=', id).execute();
}
