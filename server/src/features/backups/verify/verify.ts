import { BackupError } from '../backup-error.ts';
import { readArchive } from '../restore/extract-base.ts';
import { planRestore, type RestorePlan } from '../restore/plan-restore.ts';
import { checkFile, entriesOf } from '../restore/restore-files.ts';
import type { Vault } from '../vault/vault.ts';
import { WAL_SEGMENT_BYTES, walName } from '../vault/wal.rules.ts';

interface Verified {
  readonly plan: RestorePlan;
  readonly files: number;
  readonly faults: readonly string[];
}

/** Reads and opens everything that a restore of the backup would read, and compares every hash. */
export async function verify(vault: Vault, backup: string | undefined): Promise<Verified> {
  const plan = await planRestore(vault, { backup }, undefined);
  const faults: string[] = [];
  const noting = async (what: string, work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      faults.push(`${what}: ${error instanceof Error ? error.message : error}`);
    });
  };
  if (plan.manifest.base !== null) await noting('The database', () => verifyBase(vault, plan));
  if (plan.missing !== undefined) faults.push(`WAL segment ${plan.missing} is missing: nothing after it can be restored`);
  for (const segment of plan.segments) await noting(`WAL segment ${segment}`, () => verifySegment(vault, plan.manifest.line, segment));
  const checked = new Set<string>();
  await noting('The list of files', async () => {
    for await (const entry of entriesOf(vault, plan)) {
      if (checked.has(entry.sha256)) continue;
      checked.add(entry.sha256);
      await noting(`${entry.folder}/${entry.name}`, () => checkFile(vault, entry, () => {}));
    }
  });
  return { plan, files: checked.size, faults };
}

/** Files without which PostgreSQL recovers nothing. */
const REQUIRED = ['backup_label', 'global/pg_control', 'PG_VERSION'];

async function verifyBase(vault: Vault, { manifest }: RestorePlan): Promise<void> {
  const missing = new Set(REQUIRED);
  let bytes = 0;
  for await (const { header, content } of readArchive(vault, manifest)) {
    missing.delete(header.name);
    for await (const part of content) bytes += part.length;
  }
  if (missing.size > 0) throw new BackupError(`it lacks ${[...missing].join(', ')}`);
  if (bytes > (manifest.base?.plainBytes ?? 0)) throw new BackupError('it is larger than it was when it was written');
}

async function verifySegment(vault: Vault, line: string, segment: string): Promise<void> {
  let bytes = 0;
  for await (const part of await vault.read(walName(line, segment))) bytes += part.length;
  if (bytes !== WAL_SEGMENT_BYTES) throw new BackupError(`it has ${bytes} bytes`);
}
