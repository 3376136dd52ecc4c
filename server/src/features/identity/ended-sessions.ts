import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import { listSessionsEndedSince } from './session.repository.ts';

/**
 * The sessions that ended while access tokens of theirs may still be valid, in memory: every call asks, so it
 * must cost nothing. Other processes are told at once, and read the table every minute in case they were not.
 */
export interface EndedSessions {
  has(sessionId: string): boolean;
  add(sessionId: string): void;
  /** @returns a function that stops watching */
  onEnd(sessionId: string, callback: () => void): () => void;
  close(): void;
}

const MESSAGE = 'session-ended';
const RELOAD_EVERY_MS = 60_000;
/** Longer than an access token lives. */
const REMEMBER_MS = 16 * 60_000;

export async function createEndedSessions(deps: { db: Database; bus: NotifyBus; clock: Clock }): Promise<EndedSessions> {
  const ended = new Map<string, number>();
  const watchers = new Map<string, Set<() => void>>();
  const note = (sessionId: string) => {
    if (ended.has(sessionId)) return;
    ended.set(sessionId, deps.clock.now().getTime());
    for (const callback of watchers.get(sessionId) ?? []) callback();
  };
  const reload = async () => {
    const since = deps.clock.now().getTime() - REMEMBER_MS;
    for (const sessionId of await listSessionsEndedSince(deps.db, new Date(since))) note(sessionId);
    for (const [sessionId, notedAt] of ended) if (notedAt < since) ended.delete(sessionId);
  };
  deps.bus.onMessage((name, body) => name === MESSAGE && note(JSON.parse(body)));
  await reload();
  const timer = setInterval(() => void reload().catch(() => {}), RELOAD_EVERY_MS).unref();
  return {
    has: (sessionId) => ended.has(sessionId),
    add(sessionId) {
      note(sessionId);
      deps.bus.send(MESSAGE, JSON.stringify(sessionId));
    },
    onEnd(sessionId, callback) {
      const set = watchers.get(sessionId) ?? new Set();
      watchers.set(sessionId, set.add(callback));
      return () => {
        set.delete(callback);
        if (set.size === 0) watchers.delete(sessionId);
      };
    },
    close: () => clearInterval(timer),
  };
}
