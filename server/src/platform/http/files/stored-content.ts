import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ServedFile, StoredContent } from './served-file.ts';

export const isStored = (content: ServedFile['content']): content is StoredContent => 'mark' in content;

/** The content of a file that is in memory. */
export function storedBytes(content: Uint8Array): StoredContent {
  return {
    bytes: content.length,
    mark: createHash('sha256').update(content).digest('hex').slice(0, 32),
    read: async (part) => Readable.from([part === undefined ? content : content.subarray(part.first, part.last + 1)]),
  };
}

/** The whole content of a file, from its beginning. */
export async function wholeOf(content: ServedFile['content']): Promise<AsyncIterable<Uint8Array>> {
  return isStored(content) ? content.read() : content;
}
