import type pg from 'pg';

/**
 * Lets the entries of the schedule run again that seem to have run in the future: they did before the clock was set back, and would
 * wait until it has caught up.
 */
export async function forgetFutureRuns(pool: pg.Pool): Promise<void> {
  // Clocks of two machines may differ a little.
  await pool.query(`update graphile_worker._private_known_crontabs set last_execution = now() where last_execution > now() + interval '2 minutes'`);
}
