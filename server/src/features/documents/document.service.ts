import { createHash } from 'node:crypto';
import { DOCUMENT_TYPES, LINKABLE, type Linkable, type UPLOADED_TYPES } from '@stowage/contract/documents/document-types';
import { PREVIEW_BYTES } from '@stowage/contract/documents/documents';
import { utcDay } from '@stowage/contract/formats/day';
import { AppError, notPermitted } from '../../platform/app-error.ts';
import { once } from '../../platform/commands/once.ts';
import { requireSeen } from '../../platform/commands/require-version.ts';
import type { DatabasePool, DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { decodeWindows1252 } from '../../platform/formats/windows-1252.ts';
import { zipped } from '../../platform/formats/zip.ts';
import type { ServedFile } from '../../platform/http/files/served-file.ts';
import { wholeOf } from '../../platform/http/files/stored-content.ts';
import { plainName } from './content/content-kind.rules.ts';
import { mediaTypeOf } from './content/media-type.ts';
import { listSame } from './document.read-model.ts';
import * as documents from './document.repository.ts';
import { createOpening, type OpeningDependencies, type Person, refuseElsewhere, requireChange, requireReplaceable } from './document-access.ts';
import { placeOf } from './file-copy.ts';
import { keepUntil } from './filing/filing.service.ts';
import { removeUnnamedFiles } from './unnamed-files.ts';

interface Upload {
  readonly name: string;
  readonly type: (typeof UPLOADED_TYPES)[number];
  readonly link_kind?: Linkable | undefined;
  readonly link_id?: string | undefined;
  readonly client_id?: string | undefined;
}

interface Replacement {
  readonly name: string;
  readonly content: Uint8Array;
  /** The version that the person saw. */
  readonly seen: number | undefined;
}

type LinkColumns = Pick<documents.DocumentState, 'link_kind' | 'link_id'>;

export type DocumentService = ReturnType<typeof createDocumentService>;

export function createDocumentService({ db, clock, files, readElsewhere }: OpeningDependencies) {
  const open = createOpening({ db, clock, files, readElsewhere });
  const getState = async (id: number, person: Person) => found((await documents.listStates(db, [id], person))[0]);
  return {
    /** @returns its ID, and other documents with the same content */
    async upload({ name, type, client_id: clientId, ...wanted }: Upload, content: Uint8Array, person: Person) {
      requireChange(type, person);
      const link = await linkOf(db, wanted, person);
      const now = clock.now();
      const { id, sha256 } = await withOwnFile({ db, files }, { name, content }, async (tx, keep) => {
        const file = await keep();
        const { actorId } = person;
        const own = link && { kind: link.kind, id: link.id, label: link.label };
        const key = clientId && `${actorId} ${clientId}`;
        const sourceKey = key ? `UPLOAD ${key}` : null;
        const { area } = DOCUMENT_TYPES[type];
        const row = { ...file, type, area, link: own, vendor: link?.vendor ?? null, sourceKey, actorId, keepUntil: keepUntil(type, now), now };
        const command = {
          command: 'documents.upload',
          key,
          actorId,
          content: file.sha256.toString('hex'),
          refusal: () => idReused('This client id was used for another file'),
        };
        const added = await once(tx, command, () => documents.addDocument(tx, row));
        if (key !== undefined) refuseOtherwiseFiled(await documents.findFiledAs(tx, added), row);
        return { id: added, sha256: file.sha256 };
      });
      return { id, duplicates: await listSame(db, { id, sha256 }, person.areas) };
    },

    /** @returns the number of the new version */
    replace: (id: number, { name, content, seen }: Replacement, person: Person): Promise<number> =>
      withOwnFile({ db, files }, { name, content }, async (tx, keep) => {
        requireReplaceable(found(await documents.lockDocument(tx, id, person.areas)), person, seen);
        return documents.replaceFile(tx, id, await keep(), { actorId: person.actorId, now: clock.now() });
      }),

    /** @param seen the link that the person saw */
    async relink(id: number, wanted: Pick<Upload, 'link_kind' | 'link_id'>, seen: LinkColumns | undefined, person: Person): Promise<void> {
      const link = await linkOf(db, wanted, person);
      await db.transaction().execute(async (tx) => {
        requireRelinkable(found(await documents.lockDocument(tx, id, person.areas)), person, { link, seen });
        await documents.setLink(tx, id, link, link?.vendor ?? null);
      });
    },

    delete: (ids: readonly number[], { areas, actorId }: Person) => documents.markDeleted(db, ids, { areas, actorId, now: clock.now() }),
    restore: (ids: readonly number[], { areas }: Person) => documents.markRestored(db, ids, { areas, keepFrom: clock.now() }),

    /** Permanently, with its versions and the files that no other row names. */
    async purge(id: number, person: Person): Promise<void> {
      const { documents: gone, places } = await db.transaction().execute(async (tx) => {
        await documents.lockFilesExclusive(tx);
        refuseElsewhere(found((await documents.listStates(tx, [id], person))[0]));
        return documents.purgeDeleted(tx, { id });
      });
      if (gone === 0) throw new AppError('conflict', 'Delete the document first', { reason: 'not_deleted' });
      await removeUnnamedFiles({ db, files }, places);
    },

    /** Always a download, never displayed: an uploaded file must not run anywhere. */
    async content(id: number, version: number | undefined, person: Person): Promise<ServedFile> {
      const state = await getState(id, person);
      const file = version === undefined ? state : found(await documents.findVersion(db, id, version));
      return { mediaType: file.media_type, name: plainName(file.name, file.media_type), content: await open(state, person, file) };
    },

    /** The first whole lines of a text. */
    async beginning(id: number, person: Person): Promise<{ text: string; is_cut: boolean }> {
      const state = await getState(id, person);
      if (!state.media_type.startsWith('text/')) throw new AppError('invalid_input', 'Only text files have a preview', { reason: 'not_a_text' });
      return beginningOf(await wholeOf(await open(state, person)));
    },

    /** Only visible documents. */
    async zip(ids: readonly number[], person: Person): Promise<ServedFile> {
      const states = await documents.listStates(db, ids, person);
      if (states.length === 0) throw new AppError('not_found', 'There is no such document');
      const day = utcDay(clock.now());
      return { mediaType: 'application/zip', name: `documents-${day}.zip`, content: makeZip(ids, { states, open: (state) => open(state, person) }) };
    },
  };
}

/**
 * Saves a person's file and its row. The file is written before the transaction, because that takes a connection: see `withNewFile`.
 * @param work keeps the file before it adds the row, so that every row has its file
 */
async function withOwnFile<T>(
  { db, files }: Pick<OpeningDependencies, 'db' | 'files'>,
  { name, content }: { name: string; content: Uint8Array },
  work: (tx: DatabaseTransaction, keep: () => Promise<documents.OwnFile>) => Promise<T>,
): Promise<T> {
  const mediaType = mediaTypeOf(content, name);
  const sha256 = createHash('sha256').update(content).digest();
  const draft = await files.begin();
  const keep = async () => {
    await draft.keepAs(placeOf(sha256));
    return { name: plainName(name, mediaType), mediaType, bytes: content.length, sha256, place: placeOf(sha256) };
  };
  try {
    await draft.append(content);
    return await db.transaction().execute(async (tx) => {
      await documents.lockFilesShared(tx);
      return work(tx, keep);
    });
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

/** The linked record. @throws AppError when it doesn't exist or the person can't see it */
async function linkOf(db: DatabasePool, { link_kind: kind, link_id: id }: Pick<Upload, 'link_kind' | 'link_id'>, { areas }: Person) {
  if (kind === undefined || id === undefined) return undefined;
  if (!areas.includes(LINKABLE[kind].area)) throw notPermitted();
  const link = await documents.findLinked(db, kind, id);
  if (link === undefined) throw new AppError('invalid_input', `There is no ${LINKABLE[kind].label.toLowerCase()} ${id}`, { reason: 'unknown_link' });
  return link;
}

/** A link as one value, for comparisons. */
const linkText = ({ link_kind: kind, link_id: id }: LinkColumns) => ({ link: `${kind} ${id}` });

/** Lists documents and files that are missing in a text file of the archive, which contains the others. */
function makeZip(
  ids: readonly number[],
  { states, open }: { states: readonly documents.DocumentState[]; open: (state: documents.DocumentState) => Promise<ServedFile['content']> },
): AsyncIterable<Uint8Array> {
  const known = new Set(states.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id)).map((id) => `${id}: There is no such document\r\n`);
  return zipped(async (add) => {
    for (const state of states) {
      const content = await open(state).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        missing.push(`${entryName(state)}: ${error.message}\r\n`);
      });
      if (content !== undefined) await add(entryName(state), await wholeOf(content));
    }
    if (missing.length > 0) await add('missing.txt', Buffer.from(missing.join('')));
  });
}

/** Two documents can have the same name. */
function entryName({ id, name, media_type: mediaType }: documents.DocumentState): string {
  return `${id}-${plainName(name, mediaType).replace(/[<>:"/\\|?*]/g, '_')}`;
}

async function beginningOf(content: AsyncIterable<Uint8Array>): Promise<{ text: string; is_cut: boolean }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of content) {
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    bytes += part.length;
    if (bytes > PREVIEW_BYTES) break;
  }
  const start = Buffer.concat(parts).subarray(0, PREVIEW_BYTES);
  const isCut = bytes > PREVIEW_BYTES;
  const text = decoded(start, isCut);
  return { text: isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text, is_cut: isCut };
}

/** UTF-8, UTF-16 with a byte-order mark, else the encoding of spreadsheets. */
function decoded(start: Buffer, isCut: boolean): string {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le').decode(start);
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be').decode(start);
  const text = new TextDecoder('utf-8').decode(start);
  // A character can be cut at the very end.
  return text.slice(0, isCut ? -4 : undefined).includes('\ufffd') ? decodeWindows1252(start) : text;
}

/** A repeated upload is harmless. Another type or link under its ID would be lost, so it is refused. */
function refuseOtherwiseFiled(filed: documents.FiledAs | undefined, sent: documents.NewDocument): void {
  if (filed === undefined || filed.isDeleted) throw idReused('This file was filed and deleted since');
  const isSame = filed.type === sent.type && filed.linkKind === (sent.link?.kind ?? null) && filed.linkId === (sent.link?.id ?? null);
  if (!isSame) throw idReused('This file was filed before, as another type or with another record: change it there');
}

function idReused(message: string): AppError {
  return new AppError('conflict', message, { reason: 'client_id_reused' });
}

function requireRelinkable(
  state: documents.DocumentState,
  person: Person,
  { link, seen }: { link: documents.Link | undefined; seen: LinkColumns | undefined },
): void {
  refuseElsewhere(state);
  requireChange(state.type, person);
  // It may show the buyer, so each opening is recorded, and it is deleted with the buyer's data.
  if (state.link_kind === 'ORDER')
    throw new AppError('conflict', 'A document of an order stays with its order: upload it again elsewhere', { reason: 'of_order' });
  const after = linkText({ link_kind: link?.kind ?? null, link_id: link?.id ?? null });
  requireSeen({ seen: seen && linkText(seen), before: linkText(state), after, of: 'the link of this document' });
}

function found<T>(state: T | undefined): T {
  if (state === undefined) throw new AppError('not_found', 'There is no such document');
  return state;
}
