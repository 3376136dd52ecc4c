import { createHash } from 'node:crypto';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import type { Account } from '../../../platform/database/embedded/account.ts';
import { BackupError } from '../backup-error.ts';
import { baseName, type Manifest } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';

/** Unpacks a base backup into a folder that PostgreSQL's account owns. Every file is on the disk when it returns. */
export async function extractBase(vault: Vault, manifest: Manifest, { folder, account }: { folder: string; account: Account | undefined }): Promise<void> {
  const own = async (file: string) => account !== undefined && disk.chown(file, account.uid, account.gid);
  await disk.mkdir(folder, { recursive: true, mode: 0o700 });
  await own(folder);
  for await (const { header, content } of readArchive(vault, manifest)) {
    const file = path.join(folder, header.name);
    if (file !== folder && !file.startsWith(`${folder}${path.sep}`)) throw new BackupError(`The backup has a file outside of its folder: ${header.name}`);
    if (header.type === 'directory') await disk.mkdir(file, { recursive: true, mode: 0o700 });
    else if (header.type === 'file') await writeDurably(file, content);
    else throw new BackupError(`The backup has a ${header.type}, which a database without tablespaces has not: ${header.name}`);
    await own(file);
  }
}

interface ArchiveEntry {
  readonly header: { readonly name: string; readonly type?: string | null | undefined; readonly size?: number | undefined };
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The entries of the archive. Each content is read before the next entry.
 * @throws BackupError at the end when it is not the archive that the manifest names
 */
export async function* readArchive(vault: Vault, { id, base }: Manifest): AsyncGenerator<ArchiveEntry> {
  const hash = createHash('sha256');
  const archive = extract();
  const done = pipeline(Readable.from(await vault.read(baseName(id), hash.update.bind(hash)), { objectMode: false }), archive);
  done.catch(() => {});
  for await (const entry of withReason(archive, done)) {
    yield { header: entry.header, content: withReason(entry as AsyncIterable<Uint8Array>, done) };
    entry.resume();
  }
  await done;
  if (hash.digest('hex') !== base?.sha256) throw new BackupError(`The database of backup ${id} is not the one that was written`);
}

/** A stream of the archive only says that it was destroyed; the reason is that of the stream before it. */
async function* withReason<T>(content: AsyncIterable<T>, done: Promise<unknown>): AsyncGenerator<T> {
  try {
    yield* content;
  } catch (error) {
    await done;
    throw error;
  }
}

async function writeDurably(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await disk.open(file, 'w', 0o600);
  try {
    for await (const part of content) await handle.writeFile(part);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
