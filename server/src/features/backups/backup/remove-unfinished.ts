import { DAY_MS } from '@stowage/contract/formats/durations';
import { listBackups, momentOf, readLine } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * Removes what killed backups of a line left behind. The caller holds the lock of backups, so none of this line is running. Others
 * that use the target may be: what they left goes after a day, and so do drafts of WAL and files, which are shipped meanwhile.
 */
export async function removeUnfinished(vault: Vault, line: string, now: Date): Promise<void> {
  const isOld = (at: Date) => now.getTime() - at.getTime() > DAY_MS;
  const left = await listLeft(vault, line, isOld);
  await vault.store.removeDrafts((name, writtenAt) => left.has(idIn(name)) || isOld(writtenAt));
  for await (const { name } of vault.store.list('backups/')) if (left.has(idIn(name))) await vault.store.remove(name);
}

async function listLeft(vault: Vault, line: string, isOld: (at: Date) => boolean): Promise<Set<string>> {
  const incomplete = new Set<string>();
  for await (const { name } of vault.store.list('backups/')) incomplete.add(idIn(name));
  // Listed after the parts: a backup that is completed in between counts.
  for (const id of await listBackups(vault)) incomplete.delete(id);
  const left = new Set<string>();
  for (const id of incomplete) if (isOld(momentOf(id)) || (await readLine(vault, id)) === line) left.add(id);
  return left;
}

const idIn = (name: string) => (name.startsWith('backups/') ? (name.split('/')[1] ?? '') : '');
