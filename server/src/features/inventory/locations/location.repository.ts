import type { LocationOption } from '@stowage/contract/inventory/locations';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** A location by id, or by code in any letter case. */
export type LocationReference = { readonly id: number } | { readonly code: string };

/** Parses an id or code; a text of digits is an id. */
export function locationReference(value: number | string): LocationReference {
  if (typeof value === 'number') return { id: value };
  return /^\d{1,9}$/.test(value) ? { id: Number(value) } : { code: value };
}

/** The active locations in walking order, shelves first. */
export async function listActiveLocations(db: Database): Promise<LocationOption[]> {
  return db.selectFrom('locations').select(['id', 'code as location']).where('active', '=', true).orderBy(sql`kind <> 'SHELF'`).orderBy('id').execute();
}

export interface ActiveLocation {
  readonly id: number;
  readonly code: string;
  /** Its stock is not for sale. */
  readonly isQuarantine: boolean;
}

export async function findActiveLocation(db: Database, reference: LocationReference): Promise<ActiveLocation | undefined> {
  const found =
    'id' in reference
      ? sql<ActiveLocation>`/* prepared: find_location_by_id */ select ${activeLocation} from locations where active and id = ${reference.id}`
      : sql<ActiveLocation>`/* prepared: find_location_by_code */
          select ${activeLocation} from locations where active and upper(code) = upper(${reference.code}::text)`;
  return (await found.execute(db)).rows[0];
}

/** An active or inactive location, for the repeat of a call that was made when it was active. */
export async function findLocation(db: Database, reference: LocationReference): Promise<ActiveLocation | undefined> {
  const isIt = 'id' in reference ? sql`id = ${reference.id}` : sql`upper(code) = upper(${reference.code}::text)`;
  return (await sql<ActiveLocation>`select ${activeLocation} from locations where ${isIt}`.execute(db)).rows[0];
}

const activeLocation = sql`id, code, not sellable as "isQuarantine"`;

/** The locations, locked in the order of their ids so that they can't be deactivated before the transaction ends. */
export async function lockActiveLocations(tx: Database, references: readonly LocationReference[]): Promise<(ActiveLocation | undefined)[]> {
  const ids = references.flatMap((reference) => ('id' in reference ? reference.id : []));
  const codes = references.flatMap((reference) => ('code' in reference ? reference.code.toUpperCase() : []));
  const { rows } = await sql<ActiveLocation & { upperCode: string }>`/* prepared: lock_active_locations */
    select ${activeLocation}, upper(code) as "upperCode" from locations
    where active and (id = any(${ids}::int[]) or upper(code) = any(${codes}::text[])) order by id for key share`.execute(tx);
  const places = rows.map(({ upperCode, ...place }) => ({ upperCode, place }));
  return references.map(
    (reference) => places.find(({ place, upperCode }) => ('id' in reference ? place.id === reference.id : upperCode === reference.code.toUpperCase()))?.place,
  );
}

/** The location, locked so that it can't be deactivated before the transaction ends. */
export async function lockActiveLocation(tx: Database, reference: LocationReference): Promise<ActiveLocation | undefined> {
  const [place] = await lockActiveLocations(tx, [reference]);
  return place;
}

export async function findLocationCode(db: Database, id: number): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`/* prepared: find_location_code */ select code from locations where id = ${id}`.execute(db);
  return rows[0]?.code ?? null;
}

export async function findLocationOfKind(db: Database, kind: 'QUARANTINE' | 'RECEIVING'): Promise<number | undefined> {
  const row = await db.selectFrom('locations').select('id').where('kind', '=', kind).where('active', '=', true).orderBy('id').executeTakeFirst();
  return row?.id;
}

/** The last active, sellable location from which a unit was moved. */
export async function findLastSellableLocation(db: Database, unitId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from stock_movements m join locations s on s.id = m.from_location_id
    where m.unit_id = ${unitId} and m.type = 'LOCATION_CHANGE' and s.active and s.sellable order by m.id desc limit 1`.execute(db);
  return rows[0]?.id;
}

export interface LocationProperties {
  readonly code: string;
  readonly name: string | null;
  readonly zone: string | null;
  readonly capacity: number | null;
  readonly sellable: boolean;
}

export interface LockedLocation extends LocationProperties {
  readonly kind: string;
  readonly active: boolean;
  readonly onHand: number;
}

/** @returns its id; @throws a unique violation of `locations_code_key` */
export async function insertLocation(db: Database, properties: LocationProperties): Promise<number> {
  const { id } = await db.insertInto('locations').values(properties).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds those that don't exist. @returns the ids of the added ones */
export async function insertMissingLocations(tx: Database, codes: readonly string[], zone: string | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into locations (code, zone) select code, ${zone}::text from unnest(${codes}::text[]) with ordinality as wanted (code, nth)
    order by nth on conflict do nothing returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deactivates the shelves without units that are not among the codes. @returns how many */
export async function deactivateEmptyShelves(tx: Database, exceptCodes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from locations where kind = 'SHELF' and active and upper(code) <> all(${exceptCodes}::text[]) order by id for update`.execute(tx);
  // A separate statement after the lock sees the units that were added while this one waited.
  const { numAffectedRows } = await sql`
    update locations s set active = false where s.id = any(${rows.map(({ id }) => id)}::int[])
      and not exists (select from location_counts c where c.location_id = s.id and c.on_hand > 0)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The location with its stock, locked so that no unit can be added before the transaction ends. */
export async function lockLocation(tx: Database, id: number): Promise<LockedLocation | undefined> {
  const row = await tx
    .selectFrom('locations')
    .select(['code', 'name', 'zone', 'capacity', 'sellable', 'kind', 'active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // A separate statement after the lock sees the units that were added while this one waited.
  const count = await tx.selectFrom('location_counts').select('on_hand').where('location_id', '=', id).executeTakeFirst();
  return { ...row, onHand: count?.on_hand ?? 0 };
}

/** @throws a unique violation of `locations_code_key` */
export async function updateLocation(tx: Database, id: number, change: Partial<LocationProperties> & { active?: boolean }): Promise<void> {
  await tx.updateTable('locations').set(change).where('id', '=', id).execute();
}
