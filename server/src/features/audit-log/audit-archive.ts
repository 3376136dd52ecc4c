import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { ArchivedTable, IdRange } from '../archives/index.ts';
import { findChainedTo, listLinksOf } from './audit-chain.repository.ts';

const PAGE = 10_000;

/** How partitions of the audit log are archived: with all their entries in the hash chain, whose links stay. */
export const auditArchive: ArchivedTable = {
  name: 'audit_entries',
  timeColumn: 'at',
  async refuse(db, { to }) {
    return (await findChainedTo(db)) < to - 1 ? 'Some of its entries are not in the hash chain yet: try again in some minutes, while Stowage runs' : undefined;
  },
  proofOf: digestLinks,
};

/** SHA-256 over the links of a range of entries. */
export async function digestLinks(db: Database, { from, to }: IdRange): Promise<Buffer> {
  const digest = createHash('sha256');
  for (let after = (from ?? 0) - 1; ; ) {
    const page = await listLinksOf(db, { after, before: to, limit: PAGE });
    for (const { entryId, position, hash } of page) digest.update(`${entryId} ${position} `).update(hash);
    if (page.length < PAGE) return digest.digest();
    after = page.at(-1)?.entryId ?? to;
  }
}
