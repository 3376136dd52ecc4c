import { once } from 'node:events';
import { Readable } from 'node:stream';

/** Adds a file; resolves when its content was read. */
export type AddToZip = (name: string, content: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Streams a ZIP while it is built, one file after the other, so that a slow reader keeps one file open, not hundreds.
 * An error thrown by `fill` ends the ZIP and reaches its reader.
 * @param isStored for content that does not compress
 */
export async function* zipped(fill: (add: AddToZip) => Promise<void>, { isStored = false } = {}): AsyncIterable<Uint8Array> {
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive({ store: isStored });
  const left = new AbortController();
  const add: AddToZip = async (name, content) => {
    // Nothing is awaited between the two: an unhandled rejection would end the process.
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
