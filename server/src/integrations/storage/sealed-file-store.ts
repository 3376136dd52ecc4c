import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ignoreMissing } from '../../platform/http/files/missing-file.ts';
import type { BytePart, StoredContent } from '../../platform/http/files/served-file.ts';
import type { EncryptionKey, Keyring } from '../../platform/keys/keyring.ts';
import type { FileDraft, FileStore } from './file-store.ts';

/** A store that reads encrypted and plain files, and encrypts what it writes once that is turned on, or what begins like an encrypted file. */
export interface SealedFileStore extends FileStore {
  /** Encrypts a plain file in place, once that is turned on. @returns false for a file that is encrypted or gone */
  sealPlain(name: string): Promise<boolean>;
  /** Whether a file is sealed with another key than the current one, or does not say with which. */
  needsReseal(name: string): Promise<boolean>;
  /** Encrypts a file with the current key, in place. @throws UnreadableFileError when no key opens it */
  reseal(name: string): Promise<void>;
}

/*
 * A sealed file: the magic, the id of the installation's key, a random salt, then blocks of 64 KiB with their tags, so that a part can be read without the whole.
 * Each file has its own AES-256-GCM key, derived from the installation's key and the salt. The number of a block is its nonce;
 * the last block is marked as such, so that a shortened file doesn't open. Earlier files, and those of an installation whose key was
 * never rotated, have the first magic and no id.
 */
const MAGIC = Buffer.from('STWGSEA1');
const MAGIC_WITH_ID = Buffer.from('STWGSEA2');
const ID_BYTES = 8;
const SALT_BYTES = 16;
const LONGEST_HEAD_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES;
const BLOCK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const STEP = BLOCK_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/** No key opens the file. */
export class UnreadableFileError extends Error {}

interface Encryption {
  readonly key: Keyring;
  /** Until then, versions that read only plain files may be running. */
  readonly isOn: () => Promise<boolean>;
}

export function createSealedFileStore(plain: FileStore, { key: ring, isOn }: Encryption): SealedFileStore {
  const headIn = async (stored: StoredContent): Promise<Head | undefined> =>
    headOf(stored.bytes === 0 ? undefined : await collected(await stored.read({ first: 0, last: Math.min(stored.bytes, LONGEST_HEAD_BYTES) - 1 })));
  const openSealed = async (name: string): Promise<StoredContent> => {
    const stored = await plain.open(name);
    const head = await headIn(stored);
    return head === undefined ? stored : unsealed(stored, { ...head, key: await keyFor(head, stored, ring) });
  };
  const read = async (name: string) => collected(await (await openSealed(name)).read());
  const written = async (content: Uint8Array) => ((await isOn()) || looksSealed(content) ? sealWhole(content, ring) : content);
  return {
    ...plain,
    put: async (name, content) => plain.put(name, await written(content)),
    replace: async (name, content) => plain.replace(name, await written(content)),
    open: openSealed,
    read,
    begin: async () => ((await isOn()) ? sealingDraft : plainDraft)(await plain.begin(), ring),
    async sealPlain(name) {
      if (!(await isOn())) return false;
      const stored = await plain.open(name).catch(ignoreMissing);
      if (stored === undefined || (await headIn(stored)) !== undefined) return false;
      const content = await plain.read(name).catch(ignoreMissing);
      return content !== undefined && plain.replace(name, sealWhole(content, ring));
    },
    async needsReseal(name) {
      const stored = await plain.open(name).catch(ignoreMissing);
      const head = stored && (await headIn(stored));
      return head !== undefined && head.keyId !== ring.current().id;
    },
    async reseal(name) {
      const content = await read(name).catch(ignoreMissing);
      if (content !== undefined) await plain.replace(name, sealWhole(content, ring));
    },
  };
}

function sealWhole(content: Uint8Array, ring: Keyring): Buffer {
  const { head, seal } = newFile(ring);
  const parts = [head];
  for (let at = 0; at === 0 || at < content.length; at += BLOCK_BYTES) {
    parts.push(seal(content.subarray(at, at + BLOCK_BYTES), at / BLOCK_BYTES, at + BLOCK_BYTES >= content.length));
  }
  return Buffer.concat(parts);
}

/** Encrypts a file that is written in parts. The last block waits until the file is complete. */
function sealingDraft(draft: FileDraft, ring: Keyring): FileDraft {
  const { head, seal } = newFile(ring);
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

/** Passes a file on as it is. One that begins like a sealed file is sealed, because a reader would take it for one. */
function plainDraft(draft: FileDraft, ring: Keyring): FileDraft {
  let start = Buffer.alloc(0);
  let chosen: FileDraft | undefined;
  const choose = async () => {
    chosen = looksSealed(start) ? sealingDraft(draft, ring) : draft;
    await chosen.append(start);
    return chosen;
  };
  return {
    async append(content) {
      if (chosen !== undefined) return chosen.append(content);
      start = Buffer.concat([start, content]);
      if (start.length >= MAGIC.length) await choose();
    },
    keepAs: async (name) => (chosen ?? (await choose())).keepAs(name),
    discard: () => draft.discard(),
  };
}

function newFile(ring: Keyring) {
  const salt = randomBytes(SALT_BYTES);
  const current = ring.current();
  const own = fileKey(current, salt);
  const seal = (block: Uint8Array, index: number, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(index)).setAAD(Buffer.from(isLast ? 'last' : 'block'));
    return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
  };
  return { head: Buffer.concat([...(ring.namesKeys() ? [MAGIC_WITH_ID, Buffer.from(current.id)] : [MAGIC]), salt]), seal };
}

interface Head {
  /** undefined in a file that doesn't name its key. */
  readonly keyId: string | undefined;
  readonly salt: Buffer;
  readonly headBytes: number;
}

const magicOf = (start: Uint8Array) => [MAGIC, MAGIC_WITH_ID].find((each) => each.equals(start.subarray(0, each.length)));
const looksSealed = (content: Uint8Array) => magicOf(content) !== undefined;

function headOf(start: Buffer | undefined): Head | undefined {
  if (start === undefined) return undefined;
  const magic = magicOf(start);
  const idBytes = magic === MAGIC_WITH_ID ? ID_BYTES : 0;
  const saltAt = MAGIC.length + idBytes;
  if (magic === undefined || start.length < saltAt + SALT_BYTES) return undefined;
  const keyId = idBytes === 0 ? undefined : start.subarray(MAGIC.length, saltAt).toString('latin1');
  return { keyId, salt: start.subarray(saltAt, saltAt + SALT_BYTES), headBytes: saltAt + SALT_BYTES };
}

/** The file's own key. Of a file that names none, the first block shows which key opens it. */
async function keyFor({ keyId, salt, headBytes }: Head, stored: StoredContent, ring: Keyring): Promise<Buffer> {
  if (keyId !== undefined) {
    const named = ring.find(keyId);
    if (named === undefined) throw new UnreadableFileError(`The file was sealed with the key ${keyId}, which is not there`);
    return fileKey(named, salt);
  }
  const keys = ring.all().map((key) => fileKey(key, salt));
  for (const key of keys.slice(0, -1)) {
    const { read } = unsealed(stored, { keyId, salt, headBytes, key });
    const isOpened = await read({ first: 0, last: 0 })
      .then(collected)
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof UnreadableFileError) return false;
          throw error;
        },
      );
    if (isOpened) return key;
  }
  return keys.at(-1) ?? salt;
}

function unsealed({ bytes: sealedBytes, mark, read }: StoredContent, { headBytes, key }: Head & { readonly key: Buffer }): StoredContent {
  const blocks = Math.max(1, Math.ceil((sealedBytes - headBytes) / STEP));
  const bytes = sealedBytes - headBytes - blocks * TAG_BYTES;
  const open = (sealed: Buffer, index: number) => {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(index), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(index === blocks - 1 ? 'last' : 'block')).setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new UnreadableFileError('The file was changed, or sealed with another key', { cause: error });
    }
  };
  return { bytes, mark, read: async (part) => plainParts(await read(sealedPart(part, { blocks, headBytes })), { part, blocks, open }) };
}

/** The bytes of the blocks that hold a part. */
function sealedPart(part: BytePart | undefined, { blocks, headBytes }: { readonly blocks: number; readonly headBytes: number }): BytePart {
  const last = part === undefined ? blocks - 1 : Math.floor(part.last / BLOCK_BYTES);
  return { first: headBytes + Math.floor((part?.first ?? 0) / BLOCK_BYTES) * STEP, last: headBytes + (last + 1) * STEP - 1 };
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

function fileKey({ key }: EncryptionKey, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'stowage file', 32));
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

async function collected(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  // With memory of its own, like a file that was read: libraries look at the whole memory behind a buffer.
  return Buffer.from(new Uint8Array(Buffer.concat(all)).buffer);
}
