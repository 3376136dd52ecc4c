import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface SlowFigure {
  /** Decimal text. */
  readonly value: string;
  readonly known: number;
  readonly unknown: number;
  /** The last movement that the value includes. */
  readonly movementId: number;
  readonly at: Date;
}
export type SlowFigureName = 'STOCK_VALUE' | 'OUT_OF_SYNC' | 'MAP_ASINS';

export async function findSlowFigure(db: Database, name: SlowFigureName): Promise<SlowFigure | undefined> {
  const { rows } = await sql<SlowFigure>`
    select value::text as value, known, unknown, movement_id as "movementId", at from slow_figures where name = ${name}`.execute(db);
  return rows[0];
}

/** Keeps the stored figure if it includes more movements. */
export async function saveSlowFigure(db: Database, name: SlowFigureName, { value, known, unknown, movementId, at }: SlowFigure): Promise<void> {
  await sql`
    insert into slow_figures (name, value, known, unknown, movement_id, at) values (${name}, ${value}::numeric, ${known}, ${unknown}, ${movementId}, ${at})
    on conflict (name) do update set value = excluded.value, known = excluded.known, unknown = excluded.unknown, movement_id = excluded.movement_id, at = excluded.at
    where excluded.movement_id >= slow_figures.movement_id`.execute(db);
}

export async function findJobKind(db: Database, runId: number): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string }>`select kind from job_runs where id = ${runId}`.execute(db);
  return rows[0]?.kind;
}

/** Returns the newest movement and the database's time, which dates movements. */
export async function findLedgerEnd(tx: Database): Promise<{ movementId: number; at: Date }> {
  const { rows } = await sql<{ movementId: number; at: Date }>`
    select coalesce((select max(id) from stock_movements), 0)::bigint as "movementId", clock_timestamp() as at`.execute(tx);
  return rows[0] ?? { movementId: 0, at: new Date(0) };
}

/** Figures whose past values can't be computed later, so each day's value is stored. */
export type DayFigureName = 'STOCK_VALUE' | 'ORDERS_TO_SHIP' | 'OPEN_CASES' | 'PO_UNITS_EXPECTED';

/** Stores the figures of a day and replaces earlier ones. */
export async function saveDayFigures(db: Database, day: string, figures: Readonly<Partial<Record<DayFigureName, string>>>): Promise<void> {
  await sql`
    insert into figure_days (day, name, value) select ${day}::date, key, value::numeric from jsonb_each_text(${JSON.stringify(figures)}::jsonb)
    on conflict (day, name) do update set value = excluded.value`.execute(db);
}

export async function findDayFigure(db: Database, day: string, name: DayFigureName): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value::text as value from figure_days where day = ${day}::date and name = ${name}`.execute(db);
  return rows[0]?.value;
}

/**
 * Merges the rows of each sum into one. Each merge is a single statement, so that readers see the rows before or after it.
 * Movement sums before `since` are already merged.
 */
export async function addUpSums(db: Database, since: Date): Promise<void> {
  await sql`
    with merged as (
      delete from movement_sums m using (
        select hour, kind, actor_id from movement_sums where hour >= ${since} group by 1, 2, 3 having count(*) > 1
      ) d where m.hour >= ${since} and m.hour = d.hour and m.kind = d.kind and m.actor_id is not distinct from d.actor_id returning m.*
    )
    insert into movement_sums select hour, kind, actor_id, sum(quantity) from merged group by 1, 2, 3 having sum(quantity) <> 0`.execute(db);
  await sql`
    with merged as (
      delete from shipment_sums s using (select due_on from shipment_sums group by 1 having count(*) > 1) d where s.due_on = d.due_on returning s.*
    )
    insert into shipment_sums select due_on, sum(shipped), sum(late) from merged group by 1 having sum(shipped) <> 0 or sum(late) <> 0`.execute(db);
  await sql`
    with merged as (
      delete from case_sums s using (select kind, day from case_sums group by 1, 2 having count(*) > 1) d
      where s.kind = d.kind and s.day is not distinct from d.day returning s.*
    )
    insert into case_sums select kind, day, sum(cases), sum(amount), sum(unknown) from merged group by 1, 2
    having sum(cases) <> 0 or sum(amount) <> 0 or sum(unknown) <> 0`.execute(db);
}

/** Deletes sums that no chart shows. */
export async function deleteSumsBefore(db: Database, moment: Date): Promise<void> {
  await sql`delete from movement_sums where hour < ${moment}`.execute(db);
  await sql`delete from figure_days where day < ${moment}::date`.execute(db);
}
