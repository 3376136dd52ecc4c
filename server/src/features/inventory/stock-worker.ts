import { isPermitted } from '@stowage/contract/permissions';
import type { Caller } from '../../platform/http/caller.ts';

/** A person who works with stock. */
export interface StockWorker {
  readonly userId: number;
  /** Whether they also approve what others do. */
  readonly mayApprove: boolean;
}

export function stockWorkerOf({ userId, roles }: Pick<Caller, 'userId' | 'roles'>): StockWorker {
  return { userId, mayApprove: isPermitted(roles, 'stock.approve') };
}
