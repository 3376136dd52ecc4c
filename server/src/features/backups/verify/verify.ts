import { messageOf } from '@stowage/contract/errors';
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
      faults.push(`${what}: ${messageOf(error)}`);
    });
  };
  let cluster: Buffer | undefined;
  if (plan.manifest.base !== null)
    await noting('The database', async () => {
      cluster = await verifyBase(vault, plan);
    });
  if (plan.missing !== undefined) faults.push(`WAL segment ${plan.missing} is missing: nothing after it can be restored`);
  for (const segment of plan.segments) await noting(`WAL segment ${segment}`, () => verifySegment(vault, walName(plan.manifest.line, segment), cluster));
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
const CONTROL = 'global/pg_control';
const REQUIRED = ['backup_label', CONTROL, 'PG_VERSION'];
/** PostgreSQL's system identifier begins its control file, and follows the header of the first page of each segment. */
const IDENTIFIER_BYTES = 8;
const IDENTIFIER_IN_SEGMENT = 24;

/** @returns the system identifier of the cluster */
async function verifyBase(vault: Vault, { manifest }: RestorePlan): Promise<Buffer> {
  const missing = new Set(REQUIRED);
  let bytes = 0;
  let cluster = Buffer.alloc(0);
  for await (const { header, content } of readArchive(vault, manifest)) {
    missing.delete(header.name);
    for await (const part of content) {
      bytes += part.length;
      if (header.name === CONTROL && cluster.length < IDENTIFIER_BYTES) cluster = Buffer.concat([cluster, part]).subarray(0, IDENTIFIER_BYTES);
    }
  }
  if (missing.size > 0) throw new BackupError(`it lacks ${[...missing].join(', ')}`);
  if (bytes > (manifest.base?.plainBytes ?? 0)) throw new BackupError('it is larger than it was when it was written');
  return cluster;
}

/** @param cluster whose segment it must be; undefined when that is not known */
export async function verifySegment(vault: Vault, name: string, cluster: Buffer | undefined): Promise<void> {
  let bytes = 0;
  let start = Buffer.alloc(0);
  const startBytes = IDENTIFIER_IN_SEGMENT + IDENTIFIER_BYTES;
  for await (const part of await vault.read(name)) {
    bytes += part.length;
    if (start.length < startBytes) start = Buffer.concat([start, part]).subarray(0, startBytes);
  }
  const identifier = start.subarray(IDENTIFIER_IN_SEGMENT);
  if (cluster !== undefined && !identifier.equals(cluster)) throw new BackupError('it belongs to another database');
  if (bytes !== WAL_SEGMENT_BYTES) throw new BackupError(`it has ${bytes} bytes`);
}
