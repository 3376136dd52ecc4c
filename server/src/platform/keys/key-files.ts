import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { madeOnce } from '../made-once.ts';

const TOKEN_FILE = 'secrets.json';
const ENCRYPTION_FILE = 'encryption-key.json';

const tokenContent = z.object({
  accessTokenKey: z.string(),
  /** Signed before `replacedAt`. */
  former: z.string().optional(),
  replacedAt: z.number().optional(),
});
const encryptionContent = z.object({
  key: z.string(),
  /** Only opens. null after a rotation: what is sealed names its key from then on. */
  former: z.string().nullish(),
  replacedAt: z.number().optional(),
  /** Ids of keys that nothing uses any more. */
  retired: z.array(z.string()).optional(),
});

export type TokenFile = z.infer<typeof tokenContent>;
export type EncryptionFile = z.infer<typeof encryptionContent>;

/** A file with keys that a rotation replaces while processes use it. */
export interface KeyFile<Content> {
  /** As it was at most a second ago. It is made with a new key when it is missing. */
  read(): Content;
  readAgain(): Content;
  /** Replaces it, whole or not at all. */
  write(content: Content): void;
}

export function tokenKeyFile(folder: string): KeyFile<TokenFile> {
  return keyFile(path.join(folder, TOKEN_FILE), tokenContent, () => ({ accessTokenKey: generateKey() }));
}

export function encryptionKeyFile(folder: string): KeyFile<EncryptionFile> {
  return keyFile(path.join(folder, ENCRYPTION_FILE), encryptionContent, () => ({ key: generateKey() }));
}

export function hasEncryptionKeyFile(folder: string): boolean {
  return existsSync(path.join(folder, ENCRYPTION_FILE));
}

export const generateKey = () => randomBytes(48).toString('base64url');

/** The new name is on the disk before anything is sealed with the new key. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const LOOK_EVERY_MS = 1_000;

function keyFile<Content>(file: string, schema: z.ZodType<Content>, make: () => Content): KeyFile<Content> {
  let known: { readonly content: Content; readonly mark: string } | undefined;
  // Not by the clock of the day: set back, it would hide a rotation for as long, and the former key would go on sealing after its end.
  let lookedAt = Number.NEGATIVE_INFINITY;
  const markOf = () => {
    const { mtimeMs, ino, size } = statSync(file);
    return `${mtimeMs} ${ino} ${size}`;
  };
  const load = () => {
    const text = madeOnce(file, () => JSON.stringify(make()));
    known = { content: schema.parse(JSON.parse(text)), mark: markOf() };
    return known.content;
  };
  const hasChanged = () => {
    try {
      return markOf() !== known?.mark;
    } catch {
      // Without the file, the keys that were read go on.
      return false;
    }
  };
  const look = () => {
    lookedAt = performance.now();
    return known === undefined || hasChanged() ? load() : known.content;
  };
  return {
    read: () => (known !== undefined && performance.now() - lookedAt < LOOK_EVERY_MS ? known.content : look()),
    readAgain: look,
    write(content) {
      const draft = `${file}.${process.pid}`;
      try {
        writeFileSync(draft, JSON.stringify(content), { mode: 0o600, flush: true });
        renameSync(draft, file);
        syncFolder(path.dirname(file));
      } finally {
        rmSync(draft, { force: true });
      }
      known = undefined;
    },
  };
}
