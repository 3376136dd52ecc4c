import { setTimeout as sleep } from 'node:timers/promises';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Sessions } from './sessions.ts';
import { type Answer, openWatchSession, type SharedLock, type WatchSession } from './watch-session.ts';

/** One process of several that use a database: whether the database answers it, and what it alone does. */
export interface DatabaseWatch {
  /** Asks on a session of its own, so that a busy pool delays no answer. Questions that are asked together share one. */
  ask(): Promise<Answer>;
  /** @throws the database's error, such as that its disk is full */
  writeProbe(): Promise<void>;
  /** Asks all the time from now on, and drops the sessions of a server that was lost or no longer takes writes. */
  start(): void;
  /** Holds a lock together with others, also after the session broke. @returns the other ids under which it is held */
  holdShared(shared: SharedLock): Promise<number[]>;
  /** The ids under which processes hold a shared lock, by process. */
  listHolders(lock: number): Promise<number[][]>;
  /** Tries from now on to be the one process that leads. */
  lead(): Promise<void>;
  /** Whether this process leads. For work that is harmless when it is done twice: for a moment after a loss two may lead. */
  isLeading(): boolean;
  close(): Promise<void>;
}

interface Options {
  readonly sessions: Sessions;
  readonly onLost?: (reason: string) => void;
  /** Shorter in tests. */
  readonly times?: Partial<Times>;
}

interface Times {
  readonly everyMs: number;
  readonly answerMs: number;
  readonly connectMs: number;
}

/** A loss without a word is found within the sum of these. */
const TIMES: Times = { everyMs: 5_000, answerMs: 10_000, connectMs: 5_000 };

export function createDatabaseWatch({ sessions, onLost = () => {}, times }: Options): DatabaseWatch {
  const { everyMs, answerMs, connectMs } = { ...TIMES, ...times };
  const stopping = new AbortController();
  let wantsToLead = false;
  let leading: WatchSession | undefined;
  let asking: Promise<Answer> | undefined;
  let over = Promise.resolve();
  const holder = holdSession(() => openWatchSession(sessions.connection, connectMs));

  const drop = (reason: string) => {
    sessions.useNextHost();
    sessions.drop();
    onLost(reason);
  };
  /** Whether a session that says nothing belongs to a server that is busy with it. */
  const isSlow = async (silent: WatchSession) => {
    holder.forget();
    return holder.use().then(
      (fresh) => fresh.isWorkingFor(silent.pid).catch(() => false),
      () => false,
    );
  };
  const askNow = async (): Promise<Answer> => {
    const current = await holder.use().catch(() => undefined);
    const answer = (await current?.ask(answerMs)) ?? 'unreachable';
    if (answer === 'deaf' && current !== undefined && !(await isSlow(current))) drop('the database does not answer');
    if (answer === 'read-only') drop('the database takes no writes');
    if (answer === 'unreachable') sessions.useNextHost();
    if (answer !== 'writable') holder.forget();
    else if (wantsToLead && leading !== current) leading = (await current?.tryLock(ADVISORY_LOCKS.leader).catch(() => false)) ? current : undefined;
    return answer;
  };
  const ask = () => {
    asking ??= askNow().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const keepAsking = async () => {
    while (!stopping.signal.aborted) {
      await ask();
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  return {
    ask,
    writeProbe: async () => (await holder.use()).writeProbe(),
    start() {
      over = keepAsking();
    },
    holdShared: holder.holdShared,
    listHolders: async (lock) => (await holder.use()).listHolders(lock),
    async lead() {
      wantsToLead = true;
      await ask();
    },
    isLeading: () => leading !== undefined && leading === holder.opened(),
    async close() {
      stopping.abort();
      holder.forget();
      await over;
    },
  };
}

/** The session in use. A broken one is forgotten, and the next one holds the same locks. */
function holdSession(open: () => Promise<WatchSession>) {
  const shared: SharedLock[] = [];
  let session: Promise<WatchSession> | undefined;
  let opened: WatchSession | undefined;
  const forget = () => {
    void session?.then((broken) => broken.close()).catch(() => {});
    session = undefined;
    opened = undefined;
  };
  const openNew = async () => {
    const next = await open();
    for (const each of shared) await next.holdShared(each);
    return next;
  };
  const use = () => {
    if (session !== undefined) return session;
    const opening = openNew();
    session = opening;
    const forgetThis = () => session === opening && forget();
    opening.then((next) => {
      if (session === opening) opened = next;
      return next.ended.then(forgetThis);
    }, forgetThis);
    return opening;
  };
  return {
    use,
    forget,
    opened: () => opened,
    async holdShared(each: SharedLock): Promise<number[]> {
      const current = await use();
      shared.push(each);
      await current.holdShared(each);
      const ids = new Set((await current.listHolders(each.lock)).flat());
      ids.delete(each.id);
      return [...ids];
    },
  };
}
