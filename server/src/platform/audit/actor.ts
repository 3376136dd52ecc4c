import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done. */
export interface Actor {
  /** null: the system itself. */
  readonly userId: number | null;
  /** The id of the call, or `job-7`. */
  readonly requestId: string;
}

const actors = new AsyncLocalStorage<Actor>();

/** Does something on somebody's behalf: every audited write of it names them. */
export function actingAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

const WRITES = /\b(?:insert\s+into|update|delete\s+from)\b/i;

/** Puts the actor before a statement that writes, where the triggers of the audit log read it. */
export function signWrite(statement: string): string {
  const actor = actors.getStore();
  if (actor === undefined || !WRITES.test(statement)) return statement;
  return `/* actor=${actor.userId ?? ''} request=${actor.requestId} */ ${statement}`;
}
