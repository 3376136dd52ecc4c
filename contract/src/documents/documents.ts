import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { utcText } from '../formats/record.ts';
import { timeZone } from '../formats/time-zone.ts';
import { DOCUMENT_CURSOR } from './document-cursor.ts';
import { DOCUMENT_TYPE_NAMES, LINK_KINDS, LINKABLE_KINDS, UPLOADED_TYPES } from './document-types.ts';

export const DOCUMENTS_PAGE_SIZE = 50;
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024;
/** What is deleted comes back for so long. */
export const DOCUMENT_TRASH_DAYS = 30;
/** So many are saved as one ZIP. */
export const DOCUMENTS_PER_ZIP = 200;
/** So much of a table is read to show its beginning. */
export const PREVIEW_BYTES = 256 * 1024;
export const PREVIEW_ROWS = 100;

const documentRow = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPE_NAMES),
  link: z.object({ kind: z.enum(LINK_KINDS), id: z.string(), label: z.string() }).nullable(),
  vendor: z.string().nullable(),
  media_type: z.string(),
  /** null of what is made anew whenever it is opened. */
  bytes: z.number().nullable(),
  /** null: the system. */
  uploaded_by: z.string().nullable(),
  filed_at: utcText,
  /** null: for ever, or as long as what it belongs to. */
  keep_until: utcText.nullable(),
  deleted_at: utcText.nullable(),
  /** null: the system, at the end of its time. */
  deleted_by: z.string().nullable(),
  /** Of a deleted one that can come back: until when. */
  gone_at: utcText.nullable(),
  version: z.number(),
  /** Another document has the same content. */
  is_duplicate: z.boolean(),
  /** It lies with what it belongs to, and is replaced and deleted there. */
  is_elsewhere: z.boolean(),
});
export type DocumentRow = z.infer<typeof documentRow>;

/** A kind alone names nothing: what was meant to be linked would be linked to nothing. */
const isWholeLink = ({ link_kind, link_id }: { link_kind?: string | undefined; link_id?: string | undefined }) =>
  (link_kind === undefined) === (link_id === undefined || link_id === '');
const halfALink = { path: ['link_id'], message: 'A link has a kind and a record, or neither' };

const filter = {
  /** Words of its name, of what it is linked to, or of its vendor. */
  search: z.string().trim().max(200).default(''),
  type: z.enum(DOCUMENT_TYPE_NAMES).optional(),
  vendor: z.string().trim().max(200).default(''),
  link_kind: z.enum(LINK_KINDS).optional(),
  link_id: z.string().max(64).optional(),
  /** Days on which they were filed, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Whose days they are. */
  timeZone,
  /** What was deleted and can come back; only for those who may delete. */
  deleted: z.stringbool().default(false),
};

export const documentPage = endpoint({
  method: 'GET',
  path: '/api/documents',
  summary: 'One page of the documents that the caller may see, newest first',
  query: z.object({ ...filter, before: z.string().regex(DOCUMENT_CURSOR).optional() }).refine(isWholeLink, halfALink),
  response: z.object({ rows: z.array(documentRow), next: z.string().nullable() }),
});

const byId = z.object({ id: z.coerce.number<number | string>().int().positive() });

const documentDetail = documentRow.extend({
  /** Hexadecimal. */
  sha256: z.string().nullable(),
  versions: z.array(
    z.object({
      version: z.number(),
      name: z.string(),
      bytes: z.number().nullable(),
      sha256: z.string().nullable(),
      uploaded_by: z.string().nullable(),
      filed_at: utcText,
    }),
  ),
  duplicates: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type DocumentDetail = z.infer<typeof documentDetail>;

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:id',
  summary: 'A document with its hash, what stood there before, and others of the same content',
  params: byId,
  response: documentDetail,
});

export const documentContent = endpoint({
  method: 'GET',
  path: '/api/documents/:id/content',
  summary: 'The document itself, to be saved; an older version by its number',
  params: byId,
  query: z.object({ version: z.coerce.number<number | string>().int().positive().optional() }),
  response: fileBytes,
  format: 'file',
});

export const documentBeginning = endpoint({
  method: 'GET',
  path: '/api/documents/:id/beginning',
  summary: `The first ${PREVIEW_BYTES / 1024} KiB of a text, whole lines`,
  params: byId,
  response: z.object({ text: z.string(), is_cut: z.boolean() }),
  reasons: ['not_a_text'],
});

export const documentsZip = endpoint({
  method: 'GET',
  path: '/api/documents/zip',
  summary: `At most ${DOCUMENTS_PER_ZIP} documents as one ZIP, made while it is sent`,
  query: z.object({
    ids: z
      .string()
      .transform((list) => list.split(',').map(Number))
      .pipe(z.array(z.int().positive()).min(1).max(DOCUMENTS_PER_ZIP)),
  }),
  response: fileBytes,
  format: 'file',
});

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array, 'must be bytes');
const fileName = z.string().trim().min(1).max(255);
const wantedLink = { link_kind: z.enum(LINKABLE_KINDS).optional(), link_id: z.string().trim().max(64).optional() };

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/documents',
  summary: 'File a document; what it holds decides what it is, not its name. A client id makes sending it twice harmless',
  query: z
    .object({ name: fileName, type: z.enum(UPLOADED_TYPES), ...wantedLink, client_id: z.string().min(8).max(64).optional() })
    .refine(isWholeLink, halfALink),
  body: bytes,
  accepts: 'bytes',
  maxBodyBytes: DOCUMENT_MAX_BYTES,
  response: z.object({ id: z.number(), duplicates: z.array(z.object({ id: z.number(), name: z.string() })) }),
  reasons: ['empty', 'unknown_content', 'unknown_link', 'client_id_reused'],
});

export const replaceDocument = endpoint({
  method: 'PUT',
  path: '/api/documents/:id/content',
  summary: 'Put another file in the place of a document; what stood there stays as a version',
  params: byId,
  query: z.object({ name: fileName }),
  body: bytes,
  accepts: 'bytes',
  maxBodyBytes: DOCUMENT_MAX_BYTES,
  response: z.object({ version: z.number() }),
  reasons: ['empty', 'unknown_content', 'elsewhere', 'made'],
});

export const relinkDocument = endpoint({
  method: 'PUT',
  path: '/api/documents/:id/link',
  summary: 'Link a document to another record, or to none',
  params: byId,
  body: z.object(wantedLink).refine(isWholeLink, halfALink),
  response: success,
  reasons: ['unknown_link', 'elsewhere'],
});

const someIds = z.object({ ids: z.array(z.int().positive()).min(1).max(DOCUMENTS_PER_ZIP) });

export const deleteDocuments = endpoint({
  method: 'POST',
  path: '/api/documents/delete',
  summary: `Delete documents; they come back for ${DOCUMENT_TRASH_DAYS} days. What belongs to a record is deleted there`,
  body: someIds,
  response: z.object({ changed: z.number() }),
});

export const restoreDocuments = endpoint({
  method: 'POST',
  path: '/api/documents/restore',
  summary: 'Take documents out of the deleted ones',
  body: someIds,
  response: z.object({ changed: z.number() }),
});

export const purgeDocument = endpoint({
  method: 'DELETE',
  path: '/api/documents/:id',
  summary: `Remove a deleted document for good, with its versions and files, before its ${DOCUMENT_TRASH_DAYS} days are over`,
  params: byId,
  response: success,
  reasons: ['not_deleted', 'elsewhere'],
});
