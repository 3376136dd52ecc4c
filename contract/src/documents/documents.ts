import * as z from 'zod';
import { answersCsv, endpoint, fileBytes, success, takesBytes } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { integerId, recordId, recordParams } from '../formats/ids.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';
import { utcText } from '../formats/utc-text.ts';
import { isDocumentCursor } from './document-cursor.ts';
import { DOCUMENT_TYPE_NAMES, LINK_KINDS, LINKABLE_KINDS, UPLOADED_TYPES } from './document-types.ts';

export const DOCUMENTS_PAGE_SIZE = 50;
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024;
/** Deleted documents can be restored for this many days. */
export const DOCUMENT_TRASH_DAYS = 30;
export const DOCUMENTS_PER_ZIP = 200;
/** The preview of a text or a table reads at most this much. */
export const PREVIEW_BYTES = 256 * 1024;
export const PREVIEW_ROWS = 100;

const documentRow = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPE_NAMES),
  link: z.object({ kind: z.enum(LINK_KINDS), id: z.string(), label: z.string() }).nullable(),
  vendor: z.string().nullable(),
  media_type: z.string(),
  /** null for a document that is generated each time it is opened. */
  bytes: z.number().nullable(),
  /** null for the system. */
  uploaded_by: z.string().nullable(),
  filed_at: utcText,
  /** null: no end, or as long as its record exists. */
  keep_until: utcText.nullable(),
  deleted_at: utcText.nullable(),
  /** null for the system, when the retention ended. */
  deleted_by: z.string().nullable(),
  /** When a deleted document can no longer be restored. */
  gone_at: utcText.nullable(),
  version: z.number(),
  /** Another document has the same content. */
  is_duplicate: z.boolean(),
  /** The file belongs to another record and is replaced and deleted there. */
  is_elsewhere: z.boolean(),
});
export type DocumentRow = z.infer<typeof documentRow>;

const isCompleteLink = ({ link_kind, link_id }: { link_kind?: string | undefined; link_id?: string | undefined }) =>
  (link_kind === undefined) === (link_id === undefined || link_id === '');
const incompleteLink = { path: ['link_id'], message: 'A link needs both a kind and a record' };

const filter = {
  /** Words of the name, the linked record or the vendor. */
  search: z.string().trim().max(200).default(''),
  type: z.enum(DOCUMENT_TYPE_NAMES).optional(),
  vendor: z.string().trim().max(200).default(''),
  link_kind: z.enum(LINK_KINDS).optional(),
  link_id: z.string().max(64).optional(),
  /** The days of filing, both inclusive. */
  from: day.optional(),
  to: day.optional(),
  timeZone,
  /** Lists deleted documents that can be restored; requires `documents.delete`. */
  deleted: z.stringbool().default(false),
};

/** By the date of filing: the newest first, or the oldest. */
const ascending = z.stringbool().default(false);

/** The sortable columns. Besides the date of filing, they sort the newest documents that match, up to `DOCUMENTS_SORTED`. */
export const DOCUMENT_SORTS = ['filed_at', 'name', 'type', 'linked_to', 'vendor', 'bytes', 'uploaded_by'] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];
export const DOCUMENTS_SORTED = 50_000;

export const documentPage = endpoint('GET /api/documents', {
  summary: 'List the documents that the caller may see, newest first',
  /** `before` is the last document of the previous page. */
  query: z
    .object({
      ...filter,
      sort: z.enum(DOCUMENT_SORTS).default('filed_at'),
      ascending,
      before: z.string().refine(isDocumentCursor, 'This is not the cursor of a page').optional(),
    })
    .refine(isCompleteLink, incompleteLink),
  response: z.object({ rows: z.array(documentRow), next: z.string().nullable() }),
});

/** Documents are counted up to this number, and those of a text search up to a smaller one. */
export const DOCUMENTS_COUNTED = 10_000;

export const documentCount = endpoint('GET /api/documents/count', {
  summary: `The number of documents that match a filter, counted up to ${DOCUMENTS_COUNTED}`,
  query: z.object(filter).refine(isCompleteLink, incompleteLink),
  response: z.object({ count: z.number(), is_more: z.boolean() }),
});

export const exportDocuments = endpoint('GET /api/documents/export.csv', {
  summary: 'The documents that match a filter, as CSV',
  query: z.object({ ...filter, ascending }).refine(isCompleteLink, incompleteLink),
  ...answersCsv,
});

const documentDetail = documentRow.extend({
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

export const getDocument = endpoint('GET /api/documents/:id', {
  summary: 'A document with its hash, its versions and the documents with the same content',
  params: recordParams,
  response: documentDetail,
});

export const documentContent = endpoint('GET /api/documents/:id/content', {
  summary: 'Download a document, or one of its older versions',
  params: recordParams,
  query: z.object({ version: integerId.optional() }),
  response: fileBytes,
  format: 'file',
});

export const documentPreview = endpoint('GET /api/documents/:id/beginning', {
  summary: `The first ${PREVIEW_BYTES / 1024} KiB of a text document, cut at the end of a line`,
  params: recordParams,
  response: z.object({ text: z.string(), is_cut: z.boolean() }),
  reasons: ['not_a_text'],
});

export const documentsZip = endpoint('GET /api/documents/zip', {
  summary: `At most ${DOCUMENTS_PER_ZIP} documents as one ZIP file`,
  query: z.object({
    ids: z
      .string()
      .transform((list): (number | string)[] => list.split(','))
      .pipe(z.array(recordId).min(1).max(DOCUMENTS_PER_ZIP)),
  }),
  response: fileBytes,
  format: 'file',
  isCostly: true,
});

const fileName = z.string().trim().min(1).max(255);
const linkInput = { link_kind: z.enum(LINKABLE_KINDS).optional(), link_id: z.string().trim().max(64).optional() };

export const uploadDocument = endpoint('POST /api/documents', {
  summary: 'File a document. Its content decides its media type, not its name. A repeated client id files it once',
  query: z
    .object({ name: fileName, type: z.enum(UPLOADED_TYPES), ...linkInput, client_id: z.string().min(8).max(64).optional() })
    .refine(isCompleteLink, incompleteLink),
  ...takesBytes,
  maxBodyBytes: DOCUMENT_MAX_BYTES,
  response: z.object({ id: z.number(), duplicates: z.array(z.object({ id: z.number(), name: z.string() })) }),
  reasons: ['empty', 'unknown_content', 'unknown_link', 'client_id_reused'],
});

export const replaceDocument = endpoint('PUT /api/documents/:id/content', {
  summary: 'Replace the file of a document. The previous file remains as a version',
  params: recordParams,
  query: z.object({
    name: fileName,
    /** The version that the person saw: the call is refused when somebody else has replaced it. */
    version: integerId.optional(),
  }),
  ...takesBytes,
  maxBodyBytes: DOCUMENT_MAX_BYTES,
  response: z.object({ version: z.number() }),
  reasons: ['empty', 'unknown_content', 'elsewhere', 'made', 'changed_meanwhile'],
});

export const relinkDocument = endpoint('PUT /api/documents/:id/link', {
  summary: 'Link a document to another record, or remove its link',
  params: recordParams,
  body: z
    .object({
      ...linkInput,
      /** The link that the person saw, null without one. */
      seen: z.object({ link_kind: z.enum(LINK_KINDS).nullable(), link_id: z.string().max(64).nullable() }).optional(),
    })
    .refine(isCompleteLink, incompleteLink),
  response: success,
  reasons: ['unknown_link', 'elsewhere', 'of_order', 'changed_meanwhile'],
});

const documentIds = z.object({ ids: z.array(recordId).min(1).max(DOCUMENTS_PER_ZIP) });

export const deleteDocuments = endpoint('POST /api/documents/delete', {
  summary: `Delete documents. They can be restored for ${DOCUMENT_TRASH_DAYS} days. Files that belong to a record are deleted there`,
  body: documentIds,
  response: z.object({ changed: z.number() }),
});

export const restoreDocuments = endpoint('POST /api/documents/restore', {
  summary: 'Restore deleted documents',
  body: documentIds,
  response: z.object({ changed: z.number() }),
});

export const purgeDocument = endpoint('DELETE /api/documents/:id', {
  summary: `Permanently delete a deleted document with its versions and files, before its ${DOCUMENT_TRASH_DAYS} days end`,
  params: recordParams,
  response: success,
  reasons: ['not_deleted', 'elsewhere'],
});
