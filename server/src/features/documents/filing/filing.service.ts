import { DOCUMENT_TYPES, type DocumentTypeName } from '@stowage/contract/documents/document-types';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { FileStore } from '../../../integrations/storage/file-store.ts';
import { actingAs } from '../../../platform/audit/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { isStored } from '../../../platform/http/files/stored-content.ts';
import { plainName } from '../content/content-kind.rules.ts';
import { mediaTypeOf } from '../content/media-type.ts';
import { addDocument, lockFilesShared } from '../document.repository.ts';
import { beginCopy, type FileCopy } from '../file-copy.ts';
import type { FiledAs, Filing, MadeFile } from './filing.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly files: FileStore;
}

/** The end of the retention of a document type. */
export function keepUntil(type: DocumentTypeName, now: Date): Date | null {
  const kind = DOCUMENT_TYPES[type];
  return 'keepDays' in kind ? new Date(now.getTime() + kind.keepDays * DAY_MS) : null;
}

/** Stores generated content while it is sent. */
export function createFiling({ db, clock, files, logger }: Dependencies): Filing {
  const warnOf = (name?: string) => (err: unknown) => logger.warn({ err, name }, 'a file could not be stored');
  const fileNow = async (made: MadeFile, copy: FileCopy) => {
    const add = () => db.transaction().execute((tx) => fileCopy(tx, copy, { made, ways: [made.as], now: clock.now() }));
    // A reading call sets no actor, so filing its answer acts for the caller.
    await (made.requestId === undefined ? add() : actingAs({ userId: made.actorId, requestId: made.requestId }, add));
  };
  return {
    async check(name, content) {
      mediaTypeOf(content, name);
      await files.check?.(content);
    },
    async begin() {
      const copy = await beginCopy(files, warnOf());
      return {
        async write(content) {
          for await (const part of content) await copy.append(typeof part === 'string' ? Buffer.from(part) : part);
        },
        add: (tx, made, ways) => fileCopy(tx, copy, { made, ways, now: clock.now() }),
        discard: copy.discard,
      };
    },
    async prepare(content) {
      const file = await this.begin();
      try {
        await file.write(content);
      } catch (error) {
        await file.discard();
        throw error;
      }
      return file;
    },
    keepAnswer(file, as, { caller, requestId }) {
      const made = { name: file.name, mediaType: file.mediaType, as, area: DOCUMENT_TYPES[as.type].area, actorId: caller.userId, requestId };
      return isStored(file.content) ? file : { ...file, content: this.keep(made, file.content) };
    },
    async *keep(made, content) {
      const warn = warnOf(made.name);
      const copy = await beginCopy(files, warn);
      let isEmpty = true;
      let isWhole = false;
      try {
        for await (const part of content) {
          const buffer: Uint8Array = typeof part === 'string' ? Buffer.from(part) : (part as Uint8Array);
          isEmpty &&= buffer.length === 0;
          await copy.append(buffer);
          yield part;
        }
        isWhole = true;
      } finally {
        if (isWhole && !isEmpty) await fileNow(made, copy).catch(warn);
        await copy.discard();
      }
    },
  };
}

/** Stores a copy and files it once per record; does nothing when it could not be written. */
async function fileCopy(tx: Database, copy: FileCopy, { made, ways, now }: { made: Omit<MadeFile, 'as'>; ways: readonly FiledAs[]; now: Date }): Promise<void> {
  await lockFilesShared(tx);
  const stored = await copy.keep();
  if (stored === undefined) return;
  const { name, mediaType, area, actorId, sourceKey = null } = made;
  for (const { type, link, vendor = null } of ways) {
    const file = { ...stored, name: plainName(name, mediaType), mediaType };
    await addDocument(tx, { ...file, type, area, link, vendor, sourceKey, actorId, keepUntil: keepUntil(type, now), now });
  }
}
