import type { Database } from '../../../platform/database/connection/connect.ts';
import { isSessionOpen } from '../sessions/session.repository.ts';
import { hasExternalIdentity } from '../single-sign-on/external-identity.repository.ts';
import * as users from './user.repository.ts';

/** Whether a person may sign in, and so can be made responsible for something. */
export function isActiveUser(db: Database, id: number): Promise<boolean> {
  return users.isActiveUser(db, id);
}

/** The people who may sign in, by name. */
export function listActiveUsers(db: Database): Promise<{ id: number; name: string }[]> {
  return users.listActiveUsers(db);
}

/** The address of a person, for answers to a mail that the person sends. */
export function findEmail(db: Database, id: number): Promise<string> {
  return users.findEmail(db, id);
}

/** Whether a session neither ended nor expired. */
export function isOpenSession(db: Database, sessionId: string, now: Date): Promise<boolean> {
  return isSessionOpen(db, sessionId, now);
}

/** Whether an invited person can sign in by any method. */
export async function hasAccepted(db: Database, { id, passwordHash, hasPasskeys }: Pick<users.User, 'id' | 'passwordHash' | 'hasPasskeys'>): Promise<boolean> {
  return passwordHash !== null || hasPasskeys || hasExternalIdentity(db, id);
}
