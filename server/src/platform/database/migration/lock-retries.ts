import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@stowage/contract/errors';
import pg from 'pg';

export interface LockPatience {
  /** How long a statement waits for a lock. Every query that needs the table waits behind it, so it is short. */
  readonly lockTimeoutMs: number;
  /** How long it tries again. */
  readonly patienceMs: number;
  /** Names the sessions that it waited for. */
  readonly blockers?: (() => string | undefined) | undefined;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** lock_not_available, deadlock_detected */
const LOCKED = ['55P03', '40P01'];

/**
 * Repeats work that could not get a lock, with a longer pause each time. The work holds no lock while it pauses.
 * @throws Error that names the sessions with the lock, when the patience is over
 */
export async function withLockRetries(patience: LockPatience, work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patience.patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() + pause > deadline) throw stillLocked(error, patience);
      await sleep(pause);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof pg.DatabaseError && LOCKED.includes(error.cause.code ?? '');
}

function stillLocked(error: unknown, { patienceMs, blockers }: LockPatience): Error {
  const holder = blockers?.() ?? 'another database session';
  const reason = messageOf(error);
  return new Error(`${reason}. It was tried for ${Math.round(patienceMs / 1000)} s and waited for ${holder}. End that session, and try again`, {
    cause: error,
  });
}
