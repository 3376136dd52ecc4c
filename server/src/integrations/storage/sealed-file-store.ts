import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { BytePart, StoredContent } from '../../platform/http/files/served-file.ts';
import type { FileDraft, FileStore } from './file-store.ts';

/** A store that encrypts what it writes, and still reads plain files from before. */
export interface SealedFileStore extends FileStore {
  /** Encrypts a plain file in place. @returns false for a file that is encrypted or gone */
  sealPlain(name: string): Promise<boolean>;
}

/*
 * A sealed file: the magic, a random salt, then blocks of 64 KiB with their tags, so that a part can be read without the whole.
 * Each file has its own AES-256-GCM key, derived from the installation's key and the salt. The number of a block is its nonce;
 * the last block is marked as such, so that a shortened file doesn't open.
 */
const MAGIC = Buffer.from('STWGSEA1');
const SALT_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const BLOCK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const STEP = BLOCK_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

export function createSealedFileStore(plain: FileStore, key: Buffer): SealedFileStore {
  const openSealed = async (name: string): Promise<StoredContent> => {
    const stored = await plain.open(name);
    const head = stored.bytes < HEAD_BYTES ? undefined : await collected(await stored.read({ first: 0, last: HEAD_BYTES - 1 }));
    return isSealed(head) ? unsealed(stored, fileKey(key, head.subarray(MAGIC.length))) : stored;
  };
  const put = (name: string, content: Uint8Array) => plain.put(name, sealWhole(content, key));
  return {
    ...plain,
    put,
    open: openSealed,
    read: async (name) => collected(await (await openSealed(name)).read()),
    begin: async () => sealingDraft(await plain.begin(), key),
    async sealPlain(name) {
      const stored = await plain.open(name).catch(ignoreMissing);
      if (stored === undefined || (stored.bytes >= MAGIC.length && isSealed(await collected(await stored.read({ first: 0, last: MAGIC.length - 1 })))))
        return false;
      const content = await plain.read(name).catch(ignoreMissing);
      // Deleted meanwhile: it must not come back.
      if (content === undefined || (await plain.writtenAt(name)) === undefined) return false;
      await put(name, content);
      return true;
    },
  };
}

function sealWhole(content: Uint8Array, key: Buffer): Buffer {
  const { head, seal } = newFile(key);
  const parts = [head];
  for (let at = 0; at === 0 || at < content.length; at += BLOCK_BYTES) {
    parts.push(seal(content.subarray(at, at + BLOCK_BYTES), at / BLOCK_BYTES, at + BLOCK_BYTES >= content.length));
  }
  return Buffer.concat(parts);
}

/** Encrypts a file that is written in parts. The last block waits until the file is complete. */
function sealingDraft(draft: FileDraft, key: Buffer): FileDraft {
  const { head, seal } = newFile(key);
  let waiting = Buffer.alloc(0);
  let index = 0;
  let isBegun = false;
  const write = async (sealed: Uint8Array) => {
    await draft.append(isBegun ? sealed : Buffer.concat([head, sealed]));
    isBegun = true;
  };
  return {
    async append(content) {
      waiting = Buffer.concat([waiting, content]);
      for (; waiting.length > BLOCK_BYTES; waiting = waiting.subarray(BLOCK_BYTES)) await write(seal(waiting.subarray(0, BLOCK_BYTES), index++, false));
    },
    async keepAs(name) {
      await write(seal(waiting, index, true));
      await draft.keepAs(name);
    },
    discard: () => draft.discard(),
  };
}

function newFile(key: Buffer) {
  const salt = randomBytes(SALT_BYTES);
  const own = fileKey(key, salt);
  const seal = (block: Uint8Array, index: number, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(index)).setAAD(Buffer.from(isLast ? 'last' : 'block'));
    return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
  };
  return { head: Buffer.concat([MAGIC, salt]), seal };
}

function unsealed({ bytes: sealedBytes, mark, read }: StoredContent, key: Buffer): StoredContent {
  const blocks = Math.max(1, Math.ceil((sealedBytes - HEAD_BYTES) / STEP));
  const bytes = sealedBytes - HEAD_BYTES - blocks * TAG_BYTES;
  const open = (sealed: Buffer, index: number) => {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(index), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(index === blocks - 1 ? 'last' : 'block')).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  };
  return { bytes, mark, read: async (part) => plainParts(await read(sealedPart(part, blocks)), { part, blocks, open }) };
}

/** The bytes of the blocks that hold a part. */
function sealedPart(part: BytePart | undefined, blocks: number): BytePart {
  const last = part === undefined ? blocks - 1 : Math.floor(part.last / BLOCK_BYTES);
  return { first: HEAD_BYTES + Math.floor((part?.first ?? 0) / BLOCK_BYTES) * STEP, last: HEAD_BYTES + (last + 1) * STEP - 1 };
}

interface Opening {
  readonly part: BytePart | undefined;
  readonly blocks: number;
  readonly open: (sealed: Buffer, index: number) => Buffer;
}

async function* plainParts(sealed: AsyncIterable<Uint8Array>, { part, blocks, open }: Opening): AsyncIterable<Uint8Array> {
  let index = Math.floor((part?.first ?? 0) / BLOCK_BYTES);
  const cut = (block: Buffer) => {
    const start = index * BLOCK_BYTES;
    const wanted = part === undefined ? block : block.subarray(Math.max(0, part.first - start), part.last + 1 - start);
    index += 1;
    return wanted;
  };
  let waiting = Buffer.alloc(0);
  for await (const bytes of sealed) {
    waiting = Buffer.concat([waiting, bytes]);
    for (; waiting.length >= STEP && index < blocks - 1; waiting = waiting.subarray(STEP)) yield cut(open(waiting.subarray(0, STEP), index));
  }
  if (waiting.length > 0) yield cut(open(waiting, index));
}

function fileKey(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'stowage file', 32));
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function isSealed(head: Buffer | undefined): head is Buffer {
  return head?.subarray(0, MAGIC.length).equals(MAGIC) ?? false;
}

async function collected(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  // With memory of its own, like a file that was read: libraries look at the whole memory behind a buffer.
  return Buffer.from(new Uint8Array(Buffer.concat(all)).buffer);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
