import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type SpreadsheetRecord, setGiven } from '../../spreadsheets/kinds/index.ts';
import { deleteLocationTotals } from '../ledger/stock-total.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';

/** Locations of files, many at once. */

interface KnownLocation {
  readonly id: string;
  /** Upper case. */
  readonly code: string;
  readonly isActive: boolean;
  readonly isSellable: boolean;
  readonly kind: string;
  readonly onHand: number;
}

/** @param codes upper case */
export async function listLocationsByCode(db: Database, codes: readonly string[]): Promise<KnownLocation[]> {
  const { rows } = await sql<KnownLocation>`
    select l.id::text as id, upper(l.code) as code, l.active as "isActive", l.sellable as "isSellable", l.kind, coalesce(c.on_hand, 0) as "onHand"
    from locations l left join location_counts c on c.location_id = l.id where upper(l.code) = any(${codes}::text[])`.execute(db);
  return rows;
}

export async function readLocations(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<Values & { id: string }>`
    select id::text as id, name, zone, capacity, sellable from locations where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}

export async function insertLocations(tx: Database, rows: readonly SpreadsheetRecord[]): Promise<string[]> {
  const { rows: added } = await sql<{ id: string; code: string }>`
    insert into locations (code, name, zone, capacity, sellable)
    select r.code, r.name, r.zone, r.capacity, coalesce(r.sellable, true)
    from rows from (jsonb_to_recordset(${JSON.stringify(rows.map(({ values }) => values))}::jsonb)
      as (code text, name text, zone text, capacity integer, sellable boolean)) with ordinality as r (code, name, zone, capacity, sellable, nth)
    order by r.nth returning id::text as id, code`.execute(tx);
  const ids = new Map(added.map(({ id, code }) => [code, id]));
  return rows.map(({ values }) => ids.get(String(values.code)) ?? '');
}

/** Sets the values that are present. */
export async function updateLocations(tx: Database, changes: readonly { readonly id: string; readonly values: Values }[]): Promise<void> {
  const columns = setGiven({ name: 'text', zone: 'text', capacity: 'int', sellable: 'boolean' });
  await sql`
    update locations set ${columns} from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id integer, values jsonb)
    where locations.id = change.id`.execute(tx);
}

/** The locations with units in stock. */
export async function listUnitsIn(tx: Database, ids: readonly string[]): Promise<{ code: string; units: number; example: string }[]> {
  const { rows } = await sql<{ code: string; units: number; example: string }>`
    select l.code, count(*)::int as units, min(u.identifier) as example from units u join locations l on l.id = u.location_id
    where u.location_id = any(${ids}::int[]) and ${inStock} group by l.code order by l.code limit 1`.execute(tx);
  return rows;
}

/** Locks locations, so that no unit can be added before the transaction ends. */
export async function lockLocations(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`select from locations where id = any(${ids}::int[]) order by id for update`.execute(tx);
}

/** Deletes locations without stock. @returns the code of one that a unit or a movement names; then nothing was deleted */
export async function deleteLocations(tx: Database, ids: readonly string[]): Promise<string | undefined> {
  await lockLocations(tx, ids);
  const { rows } = await sql<{ code: string }>`
    select code from locations l where id = any(${ids}::int[]) and exists (select from stock_counts c where c.location_id = l.id) limit 1`.execute(tx);
  if (rows[0] !== undefined) return rows[0].code;
  await deleteLocationTotals(tx, ids);
  await sql`delete from locations where id = any(${ids}::int[])`.execute(tx);
  return undefined;
}
