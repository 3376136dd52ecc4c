import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Files of the product under names that the product makes: `3/product-1f0c.jpg`. */
export interface FileStore {
  /** Writes a file, whole or not at all. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Writes a part of a file at its place; what stood there is replaced. */
  writeAt(name: string, offset: number, content: Uint8Array): Promise<void>;
  /** @throws an error with the code ENOENT when there is none, here and below */
  read(name: string): Promise<Buffer>;
  stream(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Removes a file, if it is there. */
  remove(name: string): Promise<void>;
  /** Begins a file whose name follows from what it holds: part after part, then kept under a name or thrown away. */
  begin(): Promise<FileDraft>;
}

export interface FileDraft {
  append(content: Uint8Array): Promise<void>;
  /** On the disk, whole, when it returns. */
  keepAs(name: string): Promise<void>;
  discard(): Promise<void>;
}

const READ_AT_ONCE_BYTES = 256 * 1024;

/** @param folder made when the first file comes */
export function createFileStore(folder: string): FileStore {
  const root = path.resolve(folder);
  const place = (name: string) => {
    const file = path.resolve(root, name);
    // Names come from the product alone; one that leads elsewhere is a bug of ours.
    if (!file.startsWith(`${root}${path.sep}`)) throw new Error(`The file name ${name} leads out of its folder`);
    return file;
  };
  const withFolder = async (name: string) => {
    const file = place(name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return file;
  };
  return {
    async put(name, content) {
      const file = await withFolder(name);
      const draft = `${file}.draft`;
      await writeAll(draft, 'w', content, 0);
      await rename(draft, file);
    },
    async writeAt(name, offset, content) {
      const file = await withFolder(name);
      // Opened for reading and writing where it exists, made where it does not: appending would ignore the offset.
      await writeAll(file, offset === 0 ? 'w' : 'r+', content, offset);
    },
    read: (name) => readFile(place(name)),
    async stream(name) {
      const handle = await open(place(name), 'r');
      return createReadStream('', { fd: handle, highWaterMark: READ_AT_ONCE_BYTES }) as AsyncIterable<Uint8Array>;
    },
    async begin() {
      const file = await withFolder(`incoming/${randomUUID()}.draft`);
      const handle = await open(file, 'w', 0o600);
      return {
        append: async (content) => void (await handle.writeFile(content)),
        async keepAs(name) {
          await handle.datasync();
          await handle.close();
          await rename(file, await withFolder(name));
        },
        async discard() {
          await handle.close();
          await rm(file, { force: true });
        },
      };
    },
    async remove(name) {
      await Promise.all([rm(place(name), { force: true }), rm(`${place(name)}.draft`, { force: true })]);
    },
  };
}

/** On the disk when it returns: a row that says so must not outlive its file. */
async function writeAll(file: string, flags: string, content: Uint8Array, position: number): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    for (let written = 0; written < content.length; ) {
      const { bytesWritten } = await handle.write(content, written, content.length - written, position + written);
      written += bytesWritten;
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
