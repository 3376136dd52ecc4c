import { AsyncLocalStorage } from 'node:async_hooks';

/** The person on whose behalf the code runs. */
export interface Actor {
  /** null for the system itself. */
  readonly userId: number | null;
  /** The id of the call, or `job-7`. */
  readonly requestId: string;
}

const actors = new AsyncLocalStorage<Actor | undefined>();

/** Runs work on a person's behalf: every audited write in it names them. */
export function actingAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** Runs work for several people at once: an audited write in it names none of them. */
export function actingAsNobody<T>(work: () => T): T {
  return actors.run(undefined, work);
}

const WRITES = /\b(?:insert\s+into|update|delete\s+from)\b/i;

/** Prefixes a writing statement with the actor, in a comment that the audit triggers read. */
export function signWrite(statement: string): string {
  const actor = actors.getStore();
  if (actor === undefined || !WRITES.test(statement)) return statement;
  return `/* actor=${actor.userId ?? ''} request=${actor.requestId} */ ${statement}`;
}
