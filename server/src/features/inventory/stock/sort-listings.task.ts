import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { sortListings } from '../ledger/stock-total.repository.ts';

/** Sorts the changed listings every five minutes, so that the first list after many scans finds little to do. Safe to run twice. */
export function sortListingsTask({ db }: Pick<Context, 'db'>): Task {
  return { name: 'sort-listings', cron: '*/5 * * * *', run: () => sortListings(db) };
}
