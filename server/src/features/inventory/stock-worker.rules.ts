import { mayUndo } from '@stowage/contract/inventory/adjustment';
import { isPermitted } from '@stowage/contract/permissions';
import { AppError } from '../../platform/app-error.ts';

/** A person who works with stock. */
export interface StockWorker {
  readonly userId: number;
  /** Whether they also approve what others do. */
  readonly mayApprove: boolean;
}

export function stockWorkerOf({ userId, roles }: { readonly userId: number; readonly roles: readonly string[] }): StockWorker {
  return { userId, mayApprove: isPermitted(roles, 'stock.approve') };
}

/**
 * Refuses to reverse what others did, or the worker long ago.
 * @param movement undefined if it is unknown who made it
 * @param message what the worker may reverse, and what to do instead
 */
export function requireReversible(movement: Parameters<typeof mayUndo>[0] | undefined, worker: StockWorker, message: string): void {
  const isAllowed = movement === undefined ? worker.mayApprove : mayUndo(movement, worker);
  if (!isAllowed) throw new AppError('forbidden', message, { reason: 'not_own' });
}
