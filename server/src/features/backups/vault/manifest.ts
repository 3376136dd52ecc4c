import { Readable } from 'node:stream';
import * as z from 'zod';
import { ObjectMissingError } from '../../../integrations/storage/object-store.ts';
import { BackupError } from '../backup-error.ts';
import { readWhole, type Vault } from './vault.ts';

const FORMAT = 1;

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The moment at which it began: `20261123T023000Z`. */
  id: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The newest migrations; a version that does not know them can't use the database. */
  migrations: z.array(z.string()),
  /** Which encryption key the stored files and credentials need. */
  keyFingerprint: z.string(),
  /** The history of WAL and files that follows. A restored installation begins a history of its own. */
  line: z.string(),
  /** Null for an external server, whose own tools back up the database. */
  base: z
    .object({
      postgresMajor: z.number(),
      timeline: z.number(),
      walStart: z.string(),
      walEnd: z.string(),
      /** The first WAL segment that recovery needs. */
      firstSegment: z.string(),
      /** Unpacked. */
      plainBytes: z.number(),
      bytes: z.number(),
      sha256: z.string(),
    })
    .nullable(),
  files: z.object({ count: z.number(), plainBytes: z.number(), sha256: z.string() }),
});
export type Manifest = z.infer<typeof manifest>;

const MANIFEST = /^backups\/([^/]+)\/manifest\.json\.age$/;

export const baseName = (id: string) => `backups/${id}/base.tar.gz.age`;
export const fileListName = (id: string) => `backups/${id}/files.jsonl.gz.age`;
export const backupPrefix = (id: string) => `backups/${id}/`;
/** Written first, so that another installation with the same target leaves the backup alone while it is taken. */
const lineName = (id: string) => `${backupPrefix(id)}line.age`;
export const manifestName = (id: string) => `backups/${id}/manifest.json.age`;

/** The last write of a backup: one without it does not exist. */
export async function writeManifest(vault: Vault, content: Manifest): Promise<void> {
  await vault.write(manifestName(content.id), Readable.from([Buffer.from(JSON.stringify(content, undefined, 2))]));
}

/** @returns undefined when this version does not know the format: a newer installation may use the same target */
export async function findManifest(vault: Vault, id: string): Promise<Manifest | undefined> {
  return manifest.safeParse(JSON.parse((await readWhole(await vault.read(manifestName(id)))).toString())).data;
}

/** @throws BackupError when this version does not know the format */
export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const found = await findManifest(vault, id);
  if (found === undefined) throw new BackupError(`Backup ${id} was made by a newer version of Stowage, or is damaged: its manifest is not of format ${FORMAT}`);
  return found;
}

export async function writeLine(vault: Vault, id: string, line: string): Promise<void> {
  await vault.write(lineName(id), Readable.from([Buffer.from(line)]));
}

/** @returns undefined when there is none: it is being written, or an earlier version began the backup */
export async function readLine(vault: Vault, id: string): Promise<string | undefined> {
  try {
    return (await readWhole(await vault.read(lineName(id)))).toString();
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    throw error;
  }
}

/** The newest complete backup of a line that this version knows. @param until leaves out those of a clock that was ahead */
export async function lastOfLine(vault: Vault, line: string, until?: Date): Promise<string | undefined> {
  return findLast(vault, (manifest) => manifest.line === line && (until === undefined || momentOf(manifest.id) <= until));
}

/** The newest complete backup that this version knows, such as of another installation with the same target. */
export async function lastOfAll(vault: Vault): Promise<string | undefined> {
  return findLast(vault, () => true);
}

async function findLast(vault: Vault, isWanted: (manifest: Manifest) => boolean): Promise<string | undefined> {
  for (const id of (await listBackups(vault)).toReversed()) {
    const found = await findManifest(vault, id);
    if (found !== undefined && isWanted(found)) return id;
  }
  return undefined;
}

/** The ids of the complete backups, oldest first. */
export async function listBackups(vault: Vault): Promise<string[]> {
  const ids: string[] = [];
  for await (const { name } of vault.store.list('backups/')) {
    const id = MANIFEST.exec(name)?.[1];
    if (id !== undefined) ids.push(id);
  }
  return ids.sort();
}

/** @example `20261123T023000Z` */
export function idOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function momentOf(id: string): Date {
  return new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
