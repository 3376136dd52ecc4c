import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSpace } from './connection/connect.ts';
import type { DatabaseWatch } from './connection/watch.ts';
import { databaseFull, databaseUnreachable, isDatabaseFull } from './failures.ts';

export interface Readiness {
  /** @throws AppError with status 503 or 507 when the database can't serve */
  check(): Promise<void>;
}

interface Dependencies {
  readonly watch: Pick<DatabaseWatch, 'ask' | 'writeProbe'>;
  readonly space: DatabaseSpace;
}

/** A server that is stopped or lost may never answer; supervisors wait for a few seconds only. */
const LIMIT_MS = 1_500;

type State = 'ready' | 'full' | 'unreachable';

/** Watches whether the database answers in time and takes writes, and has room again after its disk was full. */
export function createReadiness({ watch, space }: Dependencies): Readiness {
  /** Checks that arrive together share one question. */
  let running: Promise<State> | undefined;
  const look = async (): Promise<State> => {
    if ((await watch.ask()) !== 'writable') return 'unreachable';
    if (space.hasRunOut) await watch.writeProbe();
    space.hasRunOut = false;
    return 'ready';
  };
  return {
    async check() {
      running ??= look()
        .catch((error: unknown) => (isDatabaseFull(error) ? ('full' as const) : ('unreachable' as const)))
        .finally(() => {
          running = undefined;
        });
      const timer = new AbortController();
      const state = await Promise.race([running, sleep(LIMIT_MS, 'unreachable' as const, { signal: timer.signal })]);
      timer.abort();
      if (state === 'full') throw databaseFull();
      if (state === 'unreachable') throw databaseUnreachable();
    },
  };
}
