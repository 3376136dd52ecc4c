import * as z from 'zod';
import { endpoint, fileBytes } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { LINK_REASONS, signedQuery, uploadEndpoints, uploadState } from '../photos/photo-uploads.ts';
import { caseSection } from './case-detail.ts';
import { PHOTO_SECTION_KEYS } from './case-shots.ts';

const BASE = '/api/returns/createcase/uploads/:caseId';

const caseUploadState = uploadState.extend({
  caseId: z.number(),
  item_name: z.string().nullable(),
  /** The marketplace's picture of the expected product. */
  image_url: z.string().nullable(),
  fnsku: z.string(),
  quantity: z.number(),
  disposition: z.string().nullable(),
  tracking_number: z.string(),
  sections: z.array(caseSection),
});
export type CaseUploadState = z.infer<typeof caseUploadState>;

export const caseUpload = uploadEndpoints({
  base: BASE,
  of: 'a case',
  params: { caseId: recordId },
  section: z.enum(PHOTO_SECTION_KEYS),
  state: caseUploadState,
});

export const cannotTake = endpoint(`POST ${BASE}/cannot-take`, {
  summary: 'Record why required photos cannot be taken; without a reason, remove the record',
  params: z.object({ caseId: recordId }),
  body: z.object({ section: z.enum(PHOTO_SECTION_KEYS), reason: z.string().trim().max(300).nullable() }),
  response: caseUploadState,
  reasons: [...LINK_REASONS, 'not_asked_for'],
});

export const servePhoto = endpoint('GET /uploads/returns/:caseId/:section/:filename', {
  summary: "A photo of a case, for signed-in people, signed addresses, and the phone that holds the case's link",
  params: z.object({ caseId: z.string().max(20), section: z.string().max(40), filename: z.string().max(200) }),
  query: signedQuery,
  response: fileBytes,
  format: 'file',
});

export const caseZip = endpoint('GET /api/qrcases/:id/evidence.zip', {
  summary: 'The evidence of a case: photos, PDF, history, and a manifest of their SHA-256 hashes',
  params: recordParams,
  response: fileBytes,
  format: 'file',
  isCostly: true,
});

export const casePdf = endpoint('GET /api/qrcases/:id/evidence.pdf', {
  summary: 'The evidence of a case as one document: the claim, the photos with their hashes, and the history',
  params: recordParams,
  response: fileBytes,
  format: 'file',
  isCostly: true,
});
