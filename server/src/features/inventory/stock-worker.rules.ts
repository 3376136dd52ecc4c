import { isPermitted } from '@stowage/contract/permissions';

/** A person who works with stock. */
export interface StockWorker {
  readonly userId: number;
  /** Whether they also approve what others do. */
  readonly mayApprove: boolean;
}

export function stockWorkerOf({ userId, roles }: { readonly userId: number; readonly roles: readonly string[] }): StockWorker {
  return { userId, mayApprove: isPermitted(roles, 'stock.approve') };
}
