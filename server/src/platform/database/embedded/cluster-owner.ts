import { existsSync, statSync } from 'node:fs';
import { postgresAccount } from './account.ts';
import type { ClusterLayout } from './cluster.ts';

/**
 * PostgreSQL runs only as the owner of its files. A start by another account, such as root for the data of a service's account,
 * would take the socket's folder over and lock the owner out.
 * @throws Error when the database belongs to another account than the one that PostgreSQL would run as
 */
export function refuseForeignCluster({ data }: Pick<ClusterLayout, 'data'>): void {
  const account = postgresAccount()?.uid ?? process.getuid?.();
  if (account === undefined || !existsSync(data)) return;
  const { uid } = statSync(data);
  if (uid !== account) throw new Error(`The database in ${data} belongs to the account with the ID ${uid}. Run this as that account: sudo -u '#${uid}' …`);
}
