import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabasePool, DatabaseSpace } from './connect.ts';
import { databaseFull, databaseUnreachable, isDatabaseFull } from './failures.ts';

export interface Readiness {
  /** @throws AppError with status 503 or 507 when the database can't serve */
  check(): Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly space: DatabaseSpace;
}

/** A server that is stopped or lost may never answer; supervisors wait for a few seconds only. */
const LIMIT_MS = 1_500;
/** Together more than a page, so that a full disk can't hold them; each too short to be compressed. */
const PROBE_ROWS = 12;
const PROBE_ROW_BYTES = 1_500;

/** Tells whether the database answers in time, and has room again after its disk was full. */
export function createReadiness({ db, space }: Dependencies): Readiness {
  /** Checks that arrive together share one connection. */
  let running: Promise<void> | undefined;
  const probe = async () => {
    if (!space.hasRunOut) {
      await sql`select 1`.execute(db);
      return;
    }
    await writeProbe(db);
    space.hasRunOut = false;
  };
  return {
    async check() {
      running ??= probe().finally(() => {
        running = undefined;
      });
      const answer = running.then(
        () => 'ready' as const,
        (error: unknown) => (isDatabaseFull(error) ? ('full' as const) : ('unreachable' as const)),
      );
      const timer = new AbortController();
      const state = await Promise.race([answer, sleep(LIMIT_MS, 'unreachable' as const, { signal: timer.signal })]);
      timer.abort();
      if (state === 'full') throw databaseFull();
      if (state === 'unreachable') throw databaseUnreachable();
    },
  };
}

/** Writes to a table of its own, which is gone again with the transaction. */
async function writeProbe(db: DatabasePool): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table readiness_probe (filler text) on commit drop`.execute(tx);
    await sql`insert into readiness_probe select repeat('x', ${PROBE_ROW_BYTES}::int) from generate_series(1, ${PROBE_ROWS}::int)`.execute(tx);
  });
}
