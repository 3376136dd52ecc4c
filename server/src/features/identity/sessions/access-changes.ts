import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { namedRole } from '@stowage/contract/roles';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { NotifyBus } from '../../../platform/realtime/notify-bus.ts';
import { type Grants, listGrantsChangedSince, readGrants } from '../roles/grants.read-model.ts';
import { listEndedSessions, listSessionsEndedSince } from './session.repository.ts';

/**
 * Knows which still valid access tokens are outdated, because their session ended or their roles changed. It is held in memory,
 * because every call checks it. Changes are sent to the other processes, which also reload the tables every few seconds in case
 * a message was lost.
 */
export interface AccessChanges {
  hasEnded(sessionId: string): boolean;
  /** What the person may do now. @returns undefined when the token is current */
  grantsOf(userId: number): Grants | undefined;
  endSession(sessionId: string): void;
  /** Announces that the roles of people, or what these permit, have changed. */
  announce(userIds: readonly number[]): Promise<void>;
  /** Calls back when a session ends or the person's roles change; some seconds late for a session that expires. @returns a function that stops watching */
  onChange(who: { sessionId: string; userId: number }, callback: (reason: string) => void): () => void;
  close(): void;
}

const SESSION_ENDED = 'session-ended';
const ROLES_CHANGED = 'roles-changed';
const RELOAD_EVERY_MS = 10_000;
const RELOAD_AFTER_MS = 100;
/** Longer than an access token lives. */
const RETENTION_MS = 16 * MINUTE_MS;

type Callback = (reason: string) => void;

export async function createAccessChanges(deps: { db: Database; bus: NotifyBus; clock: Clock }): Promise<AccessChanges> {
  const now = () => deps.clock.now().getTime();
  const ended = new Map<string, number>();
  const changed = new Map<number, { grants: Grants; notedAt: number; nth: number }>();
  // Counts reads from their beginning: the answer of an earlier one may arrive later, and is older.
  let reads = 0;
  const { emit, watch, watchedSessions } = createWatchers();
  const noteEnd = (sessionId: string) => {
    if (ended.has(sessionId)) return;
    ended.set(sessionId, now());
    emit(sessionId, 'The session has ended');
  };
  const noteGrants = (userId: number, grants: Grants, nth: number) => {
    const known = changed.get(userId);
    if (known !== undefined && known.nth > nth) return;
    changed.set(userId, { grants, notedAt: now(), nth });
    if (known?.grants.join() !== grants.join()) emit(userId, 'The roles have changed');
  };
  const reloadGrants = async (since: Date) => {
    const nth = ++reads;
    for (const { id, grants } of await listGrantsChangedSince(deps.db, since)) noteGrants(id, grants, nth);
  };
  const reload = async () => {
    const since = now() - RETENTION_MS;
    for (const sessionId of await listSessionsEndedSince(deps.db, new Date(since))) noteEnd(sessionId);
    await reloadGrants(new Date(since));
    // No message announces a session that expires, so the sessions of live connections are checked.
    for (const sessionId of await listEndedSessions(deps.db, watchedSessions(), deps.clock.now())) noteEnd(sessionId);
    for (const [sessionId, notedAt] of ended) if (notedAt < since) ended.delete(sessionId);
    for (const [userId, { notedAt }] of changed) if (notedAt < since) changed.delete(userId);
  };
  const reloadInBackground = () => void reload().catch(() => {});
  let soon: NodeJS.Timeout | undefined;
  /** Once for all messages of a moment. */
  const reloadSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      reloadInBackground();
    }, RELOAD_AFTER_MS).unref();
  };
  deps.bus.onMessage((name, body) => {
    if (name === SESSION_ENDED) noteEnd(JSON.parse(body));
    if (name === ROLES_CHANGED) {
      // A process of an earlier version sends the role only.
      const [userId, roles, grants = roles] = JSON.parse(body) as [number, Grants, Grants?];
      noteGrants(userId, grants, ++reads);
      // Two processes may send what they read in another order than they read it.
      reloadSoon();
    }
  });
  deps.bus.onGap(reloadInBackground);
  await reload();
  const timer = setInterval(reloadInBackground, RELOAD_EVERY_MS).unref();
  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    grantsOf: (userId) => changed.get(userId)?.grants,
    endSession(sessionId) {
      noteEnd(sessionId);
      sendSessionEnd(deps.bus, sessionId);
    },
    async announce(userIds) {
      for (const userId of userIds) {
        const nth = ++reads;
        const grants = await readGrants(deps.db, userId);
        noteGrants(userId, grants, nth);
        deps.bus.send(ROLES_CHANGED, JSON.stringify([userId, [namedRole(grants)], grants]));
      }
    },
    onChange({ sessionId, userId }, callback) {
      const stops = [watch(sessionId, callback), watch(userId, callback)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close() {
      clearInterval(timer);
      clearTimeout(soon);
    },
  };
}

/** Callbacks by session id or user id. */
function createWatchers() {
  const watchers = new Map<string | number, Set<Callback>>();
  return {
    emit(key: string | number, reason: string) {
      for (const callback of watchers.get(key) ?? []) callback(reason);
    },
    watch(key: string | number, callback: Callback) {
      const set = watchers.get(key) ?? new Set();
      watchers.set(key, set.add(callback));
      return () => {
        set.delete(callback);
        if (set.size === 0) watchers.delete(key);
      };
    },
    watchedSessions: () => [...watchers.keys()].filter((key) => typeof key === 'string'),
  };
}

/** Announces an ended session from a process that serves no calls. */
export function sendSessionEnd(bus: NotifyBus, sessionId: string): void {
  bus.send(SESSION_ENDED, JSON.stringify(sessionId));
}
