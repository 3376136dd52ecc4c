import type { Context } from '../../../platform/context.ts';
import { collectEvents, dropOtherCursors, listWantedTypes, lockSubscriptions, startCursors } from './collect-events.repository.ts';
import { EVENT_SOURCES } from './event-source.read-model.ts';

/** The histories that hold some types of events. */
export function sourcesOf(types: readonly string[]) {
  return EVENT_SOURCES.filter((source) => source.types.some((type) => types.includes(type)));
}

/** Reads the histories that any endpoint wants. The code that writes them does nothing for this. @returns how many events were written; undefined when there is no endpoint */
export async function collectAll({ db, clock }: Pick<Context, 'db' | 'clock'>, followed: Followed): Promise<number | undefined> {
  const types = await listWantedTypes(db);
  const sources = sourcesOf(types);
  await follow(db, followed, sources.map(({ name }) => name).join());
  if (types.length === 0) return undefined;
  let written = 0;
  for (const source of sources) written += (await db.transaction().execute((tx) => collectEvents(tx, source, { types, now: clock.now() }))) ?? 0;
  return written;
}

/** The histories that this process has seen to be followed. */
export interface Followed {
  names: string | undefined;
}

/** Cursors of histories that nobody wants any more are removed, so that a later endpoint begins with its own time. */
async function follow(db: Context['db'], followed: Followed, names: string): Promise<void> {
  if (followed.names === names) return;
  await db.transaction().execute(async (tx) => {
    await lockSubscriptions(tx);
    const sources = sourcesOf(await listWantedTypes(tx));
    await dropOtherCursors(
      tx,
      sources.map(({ name }) => name),
    );
    await startCursors(tx, sources);
  });
  followed.names = names;
}
