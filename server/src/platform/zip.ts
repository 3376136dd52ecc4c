import { once } from 'node:events';
import { Readable } from 'node:stream';

/** Adds a file, and returns when it was taken. */
export type AddToZip = (name: string, content: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * A ZIP that is made while it is sent: one file after the other, so that whoever reads slowly keeps one open, not hundreds.
 * What `fill` throws ends the ZIP where it is, and its reader hears of it.
 * @param isStored for what can't be made smaller
 */
export async function* zipped(fill: (add: AddToZip) => Promise<void>, { isStored = false } = {}): AsyncIterable<Uint8Array> {
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive({ store: isStored });
  const left = new AbortController();
  const add: AddToZip = async (name, content) => {
    // Nothing is awaited between the two: a failure that nobody listens to would end the process.
    const taken = once(archive, 'entry', { signal: left.signal });
    archive.append(content instanceof Uint8Array ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : Readable.from(content), { name });
    await taken;
  };
  const finish = async () => {
    await fill(add);
    if (!left.signal.aborted) await Promise.race([archive.finalize(), once(left.signal, 'abort')]);
  };
  const filled = finish().catch((error: unknown) => void archive.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    left.abort();
    archive.destroy();
    await filled;
  }
}
