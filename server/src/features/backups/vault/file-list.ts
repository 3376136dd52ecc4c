import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import * as z from 'zod';
import type { FileStore } from '../../../integrations/storage/file-store.ts';
import { isMissingFile } from '../../../platform/http/files/missing-file.ts';
import { BackupError } from '../backup-error.ts';
import { tee, type Vault } from './vault.ts';

/** The files of a folder of the data directory, as they are on the disk: encrypted ones stay encrypted. */
export interface FileFolder {
  readonly folder: string;
  readonly files: FileStore;
}

const entry = z.object({
  folder: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Changes with the file's size and time. */
  mark: z.string(),
  sha256: z.string(),
});
export type FileEntry = z.infer<typeof entry>;

export const objectOf = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}.age`;
/** Names of files that are being written. */
export const UNFINISHED = /^incoming\/|\.(?:draft|parts)$/;

/**
 * Stores a file under its hash unless a backup holds it already.
 * @param known entries and hashes that are stored
 * @returns undefined when the file was removed meanwhile
 */
export async function storeFile(vault: Vault, { folder, files }: FileFolder, name: string, known: KnownFiles): Promise<FileEntry | undefined> {
  try {
    const { bytes, mark, read } = await files.open(name);
    const earlier = known.find(folder, name);
    if (earlier?.mark === mark) return earlier;
    const sha256 = await hashOf(await read());
    if (!known.has(sha256)) {
      const hash = createHash('sha256');
      const content = await read();
      await vault.write(objectOf(sha256), tee(content, hash.update.bind(hash))).finally(() => content instanceof Readable && content.destroy());
      if (hash.digest('hex') !== sha256) throw new BackupError(`The file ${folder}/${name} changed while it was backed up`);
      known.add(sha256);
    }
    return { folder, name, bytes, mark, sha256 };
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

export interface KnownFiles {
  find(folder: string, name: string): FileEntry | undefined;
  has(sha256: string): boolean;
  add(sha256: string): void;
}

/** The files that an earlier backup holds; about 300 bytes of memory for each. */
export async function knownFiles(entries: AsyncIterable<FileEntry>): Promise<KnownFiles> {
  const byName = new Map<string, FileEntry>();
  const hashes = new Set<string>();
  for await (const one of entries) {
    byName.set(`${one.folder}/${one.name}`, one);
    hashes.add(one.sha256);
  }
  return { find: (folder, name) => byName.get(`${folder}/${name}`), has: (sha256) => hashes.has(sha256), add: (sha256) => void hashes.add(sha256) };
}

export async function* readEntries(vault: Vault, name: string): AsyncGenerator<FileEntry> {
  const lines = createInterface({ input: Readable.from(await vault.read(name), { objectMode: false }), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line !== '') yield entry.parse(JSON.parse(line));
}

export async function* toLines(entries: AsyncIterable<FileEntry>): AsyncGenerator<Buffer> {
  for await (const one of entries) yield Buffer.from(`${JSON.stringify(one)}\n`);
}

export async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of content) hash.update(part);
  return hash.digest('hex');
}
