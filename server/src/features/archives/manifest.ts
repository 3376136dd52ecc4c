import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import type { PartitionContent } from './partition.repository.ts';

/** What the file of a partition contains. The order of the fields is that of the sealed text. */
export const manifestShape = z.object({
  format: z.literal(1),
  /** The version of Stowage that wrote it. */
  version: z.string(),
  table: z.string(),
  partition: z.string(),
  /** null: from the first id. */
  fromId: z.number().nullable(),
  /** The first id that is not in it. */
  toId: z.number(),
  rows: z.number(),
  firstId: z.number(),
  lastId: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  columns: z.array(z.string()),
  /** The hash of the file as it is stored, in hexadecimal. */
  sha256: z.string(),
  /** The hash of its rows, not compressed. */
  contentSha256: z.string(),
  /** The hash of what proves the rows and stays in the database: see `ArchivedTable.proofOf`. */
  proof: z.string(),
});
export type Manifest = z.output<typeof manifestShape>;

const sidecarShape = manifestShape.extend({ seal: z.string() });

/** What a seal says about a partition: that it is in a file, and whether the database has its rows. */
export type SealedState = 'FILE' | 'WRITTEN' | 'ARCHIVED' | 'ATTACHED';

/** Under a key that is not in the database: a person who can only change the database can't pretend that deleted rows were archived. */
export function sealOf(key: Buffer, state: SealedState, manifest: Manifest): Buffer {
  return createHmac('sha256', key)
    .update(`${state} ${JSON.stringify(manifestShape.parse(manifest))}`)
    .digest();
}

export function isSealed(key: Buffer, state: SealedState, manifest: Manifest, seal: Buffer): boolean {
  const expected = sealOf(key, state, manifest);
  return expected.length === seal.length && timingSafeEqual(expected, seal);
}

/** The manifest is next to its file. */
export const manifestFileOf = (file: string) => file.replace(/(\.copy\.gz)?$/, '.json');

export const sidecarText = (key: Buffer, manifest: Manifest) =>
  `${JSON.stringify({ ...manifest, seal: sealOf(key, 'FILE', manifest).toString('hex') }, null, 2)}\n`;

export const missingFile = (file: string) => new Error(`${file} is missing: an archived partition has two files, and both are needed`);

/** @throws Error when there is no manifest, or when it was changed or written by another installation */
export async function readManifest(file: string, key: Buffer): Promise<Manifest> {
  const text = await readFile(manifestFileOf(file), 'utf8').catch(() => {
    throw missingFile(manifestFileOf(file));
  });
  const parsed = sidecarShape.safeParse(jsonOf(text));
  if (!parsed.success) throw new Error(`${manifestFileOf(file)} does not describe an archived partition`);
  const { seal, ...manifest } = parsed.data;
  if (isSealed(key, 'FILE', manifest, Buffer.from(seal, 'hex'))) return manifest;
  throw new Error(`${manifestFileOf(file)} was changed, or another installation wrote it`);
}

/** What identifies the rows of a partition, which never change. */
export const rowsIn = ({ rows, firstId, lastId, firstAt, lastAt }: PartitionContent) => ({
  rows,
  firstId,
  lastId,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});

/**
 * Partitions of two installations have the same names, and so have those of one before and after it was restored to an earlier time.
 * @throws Error when the partition of another one, or other rows, are there
 */
export async function refuseOtherFile(file: string, key: Buffer, content: PartitionContent): Promise<void> {
  // Rows without a manifest are what a killed command left.
  const isThere = await stat(manifestFileOf(file)).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const there = await readManifest(file, key).catch(() => {
    throw new Error(`${manifestFileOf(file)} is not of this installation, or was changed. Nothing was written: choose another folder`);
  });
  const isSame = Object.entries(rowsIn(content)).every(([name, value]) => there[name as keyof Manifest] === value);
  if (!isSame) throw new Error(`${file} has other rows, which were archived before a restore. Nothing was written: choose another folder`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
