import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { ArchivedTable, IdRange } from '../../archives/index.ts';
import { listSealsIn } from '../ledger/ledger-seal.repository.ts';
import { areSealsWhole, listBalances, listLastCounts, saveBalances } from './stock-archive.repository.ts';

/** How partitions of the stock ledger are archived: sealed, and with the stock that their movements had made. */
export const stockArchive: ArchivedTable = {
  name: 'stock_movements',
  timeColumn: 'created_at',
  async refuse(owner, partition) {
    return (await areSealsWhole(owner, partition)) ? undefined : 'Some of its movements are not sealed yet: try again in some minutes, while Stowage runs';
  },
  prepare: (owner, { name }) => saveBalances(owner, name),
  proofOf: proofOfStock,
};

/** SHA-256 over what proves a range of movements: their seals, and the stock that they had made. */
export async function proofOfStock(db: Database, range: IdRange & { readonly name: string }): Promise<Buffer> {
  const digest = createHash('sha256');
  for (const { position, lastId, movements, hash } of await listSealsIn(db, range)) digest.update(`${position} ${lastId} ${movements} `).update(hash);
  for (const line of await listBalances(db, range.name)) digest.update(`${line}\n`);
  for (const line of await listLastCounts(db, range.name)) digest.update(`${line}\n`);
  return digest.digest();
}
