import { ignoreMissing } from '../../platform/http/files/missing-file.ts';
import type { BytePart, StoredContent } from '../../platform/http/files/served-file.ts';
import type { FileStore } from './file-store.ts';

/** Files on their way from one store to another: written to the first, read from both. */
export function createTwoPlaceFileStore(first: FileStore, second: FileStore): FileStore {
  const open = async (name: string): Promise<StoredContent> => {
    const isFirst = await first.open(name).catch(ignoreMissing);
    if (isFirst !== undefined) return isFirst;
    const isSecond = await second.open(name).catch(ignoreMissing);
    // Moved between the two looks.
    if (isSecond === undefined) return first.open(name);
    const read = async (part?: BytePart) => (await isSecond.read(part).catch(ignoreMissing)) ?? (await first.open(name)).read(part);
    return { ...isSecond, read };
  };
  return {
    put: first.put,
    replace: async (name, content) => (await first.replace(name, content)) || second.replace(name, content),
    async writeAt(name, offset, content) {
      // An upload that began in the second place ends there.
      const isThere = offset === 0 || (await first.writtenAt(name)) !== undefined || (await second.writtenAt(name)) === undefined;
      await (isThere ? first : second).writeAt(name, offset, content);
    },
    read: async (name) => (await first.read(name).catch(ignoreMissing)) ?? (await second.read(name).catch(ignoreMissing)) ?? first.read(name),
    open,
    async remove(name) {
      // A file that is copied meanwhile is removed from where it came from, then from where it went, whichever way it goes.
      await first.remove(name);
      await second.remove(name);
      await first.remove(name);
    },
    begin: first.begin,
    async *folders() {
      // In this order, a file that moves meanwhile is listed twice rather than not at all.
      yield* second.folders();
      yield* first.folders();
    },
    writtenAt: async (name) => (await first.writtenAt(name)) ?? second.writtenAt(name),
  };
}
