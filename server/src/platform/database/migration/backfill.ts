import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@stowage/contract/errors';
import type pg from 'pg';

interface Backfill {
  readonly step: string;
  readonly cursor: number;
}

const BUSY_MS = 100;

/**
 * Runs one batch of a backfill and moves its cursor, in one transaction: a process that is killed repeats at most this batch.
 * @returns whether it is finished, by this batch or before; `busy` while another process runs a batch of it
 */
export async function runBackfillStep(client: pg.ClientBase, name: string): Promise<'more' | 'finished' | 'busy'> {
  await client.query('begin');
  try {
    const { rows } = await client.query<Backfill>('select step, cursor from backfills where name = $1 and finished_at is null for update skip locked', [name]);
    const [backfill] = rows;
    const state = backfill === undefined ? await stateOf(client, name) : await runStep(client, name, backfill);
    await client.query('commit');
    return state;
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Backfill ${name} failed: ${messageOf(error)}`, { cause: error });
  }
}

async function runStep(client: pg.ClientBase, name: string, { step, cursor }: Backfill): Promise<'more' | 'finished'> {
  const { rows } = await client.query<{ cursor: number | null }>(step, [cursor]);
  const next = rows[0]?.cursor ?? null;
  // As numbers: a session may read them as text.
  if (next !== null && Number(next) <= Number(cursor)) throw new Error(`its step returned ${next}, which is not after ${cursor}`);
  await client.query(
    'update backfills set cursor = coalesce($2, cursor), finished_at = case when $2::bigint is null then clock_timestamp() end where name = $1',
    [name, next],
  );
  return next === null ? 'finished' : 'more';
}

async function stateOf(client: pg.ClientBase, name: string): Promise<'finished' | 'busy'> {
  const { rows } = await client.query<{ is_finished: boolean }>('select finished_at is not null as is_finished from backfills where name = $1', [name]);
  if (rows[0] === undefined) throw new Error('no migration has created it');
  return rows[0].is_finished ? 'finished' : 'busy';
}

/** Finishes a backfill before a migration that needs its result, when an installation skipped the release that runs it in the background. */
export async function finishBackfill(client: pg.ClientBase, name: string): Promise<void> {
  for (;;) {
    const state = await runBackfillStep(client, name);
    if (state === 'finished') return;
    if (state === 'busy') await sleep(BUSY_MS);
  }
}
