import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { isActiveUser } from '../../identity/index.ts';

/** @throws AppError `unknown_person` */
export async function requireActiveUser(tx: DatabaseTransaction, userId: number): Promise<void> {
  if (!(await isActiveUser(tx, userId))) throw new AppError('not_found', 'There is no such person', { reason: 'unknown_person' });
}
