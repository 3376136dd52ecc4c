import type { Database } from '../../../platform/database/connect.ts';
import * as users from './user.repository.ts';

/** Whether a person may sign in, and so can be made responsible for something. */
export function isActiveUser(db: Database, id: number): Promise<boolean> {
  return users.isActiveUser(db, id);
}

/** The people who may sign in, by name. */
export function listActiveUsers(db: Database): Promise<{ id: number; name: string }[]> {
  return users.listActiveUsers(db);
}
