import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { KeptContent, ServedFile } from '@stowage/contract/endpoint';

export const isKept = (content: ServedFile['content']): content is KeptContent => 'mark' in content;

/** A file that is in memory already. */
export function keptBytes(content: Uint8Array): KeptContent {
  return {
    bytes: content.length,
    mark: createHash('sha256').update(content).digest('hex').slice(0, 32),
    read: async (part) => Readable.from([part === undefined ? content : content.subarray(part.first, part.last + 1)]),
  };
}

/** All of a file, from its beginning. */
export async function wholeOf(content: ServedFile['content']): Promise<AsyncIterable<Uint8Array>> {
  return isKept(content) ? content.read() : content;
}
