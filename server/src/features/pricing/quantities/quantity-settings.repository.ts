import type { QuantityMode, QuantityRule, QuantitySettings } from '@stowage/contract/pricing/quantities';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { compareAllListings } from '../out-of-sync/out-of-sync-check.repository.ts';
import { checkAll } from './quantity-check.repository.ts';
import { startMark } from './quantity-plan.repository.ts';

export async function getMode(db: Database): Promise<QuantityMode> {
  return (await db.selectFrom('quantity_settings').select('mode').$narrowType<{ mode: QuantityMode }>().executeTakeFirstOrThrow()).mode;
}

/** The general settings. @param isLocked until the end of the transaction */
export async function getQuantitySettings(db: Database, isLocked = false): Promise<QuantitySettings> {
  const { rows } = await sql<QuantitySettings>`
    select q.mode, q.maximum, q.version, p.quantity_buffer as safety_stock from quantity_settings q cross join pricing_settings p
    ${isLocked ? sql`for no key update of q` : sql``}`.execute(db);
  return onlyRow({ rows });
}

/** Locks the row with the version of the safety stock. It comes before that of the pricing settings, everywhere. */
export async function lockQuantitySettings(tx: Database): Promise<void> {
  await sql`select from quantity_settings for no key update`.execute(tx);
}

/** Stores the safety stock of all listings, and has them compared if it is another one. */
export async function saveSafetyStock(tx: Database, units: number): Promise<void> {
  await lockQuantitySettings(tx);
  const { numAffectedRows } = await sql`update pricing_settings set quantity_buffer = ${units} where quantity_buffer <> ${units}`.execute(tx);
  if (numAffectedRows !== 1n) return;
  await sql`update quantity_settings set version = version + 1`.execute(tx);
  await compareAllListings(tx);
}

/** Stores the general settings, and has all quantities decided again, and all listings compared if another quantity is wanted. */
export async function saveQuantitySettings(tx: Database, { safety_stock, maximum, mode }: Omit<QuantitySettings, 'version'>): Promise<void> {
  await saveSafetyStock(tx, safety_stock);
  const limit = await sql`update quantity_settings set maximum = ${maximum} where maximum is distinct from ${maximum}::integer`.execute(tx);
  if (limit.numAffectedRows === 1n) await compareAllListings(tx);
  await setMode(tx, mode);
  await sql`update quantity_settings set version = version + 1`.execute(tx);
  await checkAll(tx);
}

/** Starts or stops sending. A start decides all quantities again. */
export async function setMode(tx: Database, mode: QuantityMode): Promise<void> {
  const { numAffectedRows } = await sql`update quantity_settings set mode = ${mode}, version = version + 1 where mode <> ${mode}`.execute(tx);
  if (mode !== 'ON' || numAffectedRows !== 1n) return;
  await startMark(tx);
  await checkAll(tx);
}

/** The rule of a listing; without one, the general settings hold. @returns undefined if there is no such listing */
export async function getRule(db: Database, listingId: number, isLocked = false): Promise<QuantityRule | undefined> {
  // In a statement of its own: one that waits for a lock reads the joined rows as they were before it waited.
  if (isLocked) await sql`select from listings where id = ${listingId} for no key update`.execute(db);
  const { rows } = await sql<QuantityRule>`
    select r.safety_stock, r.maximum, coalesce(r.is_withheld, false) as is_withheld, coalesce(r.version, 0) as version
    from listings l left join quantity_rules r on r.listing_id = l.id where l.id = ${listingId}`.execute(db);
  return rows[0];
}

export async function saveRule(tx: Database, listingId: number, { safety_stock, maximum, is_withheld }: Omit<QuantityRule, 'version'>): Promise<void> {
  await sql`
    insert into quantity_rules as r (listing_id, safety_stock, maximum, is_withheld) values (${listingId}, ${safety_stock}, ${maximum}, ${is_withheld})
    on conflict (listing_id) do update set safety_stock = excluded.safety_stock, maximum = excluded.maximum, is_withheld = excluded.is_withheld,
      version = r.version + 1`.execute(tx);
}
