import { createHash } from 'node:crypto';
import { DOCUMENT_TYPES, type DocumentTypeName } from '@stowage/contract/document-types';
import type { FileDraft, FileStore } from '../../integrations/storage/file-store.ts';
import { actingAs } from '../../platform/audit/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Filing, MadeFile, PreparedFile } from '../../platform/http/filing.ts';
import type { Logger } from '../../platform/logger.ts';
import { plainName } from './content-kind.rules.ts';
import { addDocument, shareCabinet } from './document.repository.ts';

/** In the data directory. */
export const DOCUMENT_FOLDER = 'documents/files';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly logger: Logger;
}

/** Files of one content lie once: their name is what they hold. */
export function placeOf(sha256: Buffer): string {
  const name = sha256.toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when a document of a type is kept. */
export function keepUntil(type: DocumentTypeName, now: Date): Date | null {
  const kind = DOCUMENT_TYPES[type];
  return 'keepDays' in kind ? new Date(now.getTime() + kind.keepDays * DAY_MS) : null;
}

/** Keeps what is made while it is on its way: written part by part, never whole in memory. */
export function createFiling({ db, clock, files, logger }: Dependencies): Filing {
  const file = async (made: MadeFile, draft: FileDraft, sha256: Buffer, bytes: number) => {
    const place = placeOf(sha256);
    const now = clock.now();
    const { name, mediaType, area, actorId, requestId, sourceKey = null } = made;
    const { type, link, vendor = null } = made.as;
    const add = () =>
      db.transaction().execute(async (tx) => {
        await shareCabinet(tx);
        await draft.keepAs(place);
        const until = keepUntil(type, now);
        await addDocument(tx, {
          name: plainName(name, mediaType),
          mediaType,
          bytes,
          sha256,
          place,
          type,
          area,
          link,
          vendor,
          sourceKey,
          actorId,
          keepUntil: until,
          now,
        });
      });
    // Calls that only read act on nobody's behalf; what is kept of their answer is their caller's.
    await (requestId === undefined ? add() : actingAs({ userId: actorId, requestId }, add));
  };
  return {
    prepare: (content) => prepare(content, { clock, files, logger }),
    async *keep(made, content) {
      const hash = createHash('sha256');
      let bytes = 0;
      let draft: FileDraft | undefined = await files.begin().catch((err: unknown) => void logger.warn({ err }, 'a file could not be kept'));
      const giveUp = async (err: unknown) => {
        logger.warn({ err, name: made.name }, 'a file could not be kept');
        await draft?.discard().catch(() => {});
        draft = undefined;
      };
      let isWhole = false;
      try {
        for await (const part of content) {
          const buffer: Uint8Array = typeof part === 'string' ? Buffer.from(part) : (part as Uint8Array);
          hash.update(buffer);
          bytes += buffer.length;
          await draft?.append(buffer).catch(giveUp);
          yield part;
        }
        isWhole = true;
      } finally {
        const kept = draft;
        if (kept !== undefined && isWhole && bytes > 0) await file(made, kept, hash.digest(), bytes).catch(giveUp);
        else await kept?.discard().catch(() => {});
      }
    },
  };
}

async function prepare(content: AsyncIterable<string>, { clock, files, logger }: Omit<Dependencies, 'db'>): Promise<PreparedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const warn = (err: unknown) => void logger.warn({ err }, 'a file could not be kept');
  let draft: FileDraft | undefined = await files.begin().catch(warn);
  const giveUp = async (err: unknown) => {
    warn(err);
    await draft?.discard().catch(() => {});
    draft = undefined;
  };
  for await (const part of content) {
    const buffer = Buffer.from(part);
    hash.update(buffer);
    bytes += buffer.length;
    await draft?.append(buffer).catch(giveUp);
  }
  return {
    async add(tx, { name, mediaType, area, actorId, sourceKey = null }, ways) {
      await shareCabinet(tx);
      const sha256 = hash.digest();
      const place = placeOf(sha256);
      await draft?.keepAs(place).catch(giveUp);
      if (draft === undefined) return;
      const now = clock.now();
      for (const { type, link, vendor = null } of ways) {
        const until = keepUntil(type, now);
        await addDocument(tx, {
          name: plainName(name, mediaType),
          mediaType,
          bytes,
          sha256,
          place,
          type,
          area,
          link,
          vendor,
          sourceKey,
          actorId,
          keepUntil: until,
          now,
        });
      }
      draft = undefined;
    },
    discard: async () => void (await draft?.discard().catch(() => {})),
  };
}
