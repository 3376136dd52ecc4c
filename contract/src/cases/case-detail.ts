import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { integerId, recordId, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { photoSectionState } from '../photos/photo-uploads.ts';
import { MAX_BARCODE_LENGTH } from '../returns/packages.ts';
import { PHOTO_SECTION_KEYS } from './case-shots.ts';
import { caseRow, caseStatus, claimType } from './cases.ts';

const dollars = z.number().nullable();
/** In dollars. */
export const EXPECTED_AMOUNT_MAX = 9_999_999;

const casePhoto = z.object({
  id: z.number(),
  section: z.enum(PHOTO_SECTION_KEYS),
  filename: z.string(),
  original_filename: z.string(),
  uploaded_at: utcText,
  /** Valid for one to two hours, without a sign-in. */
  url: z.string(),
  thumbnail_url: z.string(),
  /** From the camera, without a time zone. */
  taken_at: utcText.nullable(),
  uploaded_by: z.string(),
});

export const caseSection = photoSectionState.extend({ section: z.enum(PHOTO_SECTION_KEYS) });
export type CaseSection = z.infer<typeof caseSection>;

const claim = z.object({
  type: claimType,
  marketplace_id: z.string(),
  clock_starts_on: day,
  opens_on: day,
  due_on: day,
  filed_at: utcText.nullable(),
  decided_at: utcText.nullable(),
  expected_amount: cost(z.number()),
  paid_amount: dollars,
  owner: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type CaseClaim = z.infer<typeof claim>;

const reimbursementProposal = z.object({
  id: z.number(),
  reimbursement_id: z.string(),
  marketplace_case_id: z.string(),
  approved_at: utcText,
  amount: z.number(),
  currency: z.string(),
  quantity: z.number(),
  /** `CASE_ID` also for a reversal that names a reimbursement of the case instead. */
  matched_by: z.enum(['CASE_ID', 'FNSKU_AND_DATE']),
  /** The reimbursement that a reversal takes back; empty when it names none. */
  original_reimbursement_id: z.string().optional(),
});
export type ReimbursementProposal = z.infer<typeof reimbursementProposal>;

const caseEvent = z.object({ id: z.number(), kind: z.string(), detail: z.string(), actor: z.string(), at: utcText });
export type CaseEvent = z.infer<typeof caseEvent>;

const evidence = z.object({ item: z.string(), is_there: z.boolean(), note: z.string().nullable() });
export type Evidence = z.infer<typeof evidence>;

const caseDetail = caseRow.extend({
  photos: z.array(casePhoto),
  sections: z.array(caseSection),
  claim,
  evidence: z.array(evidence),
  proposals: z.array(reimbursementProposal),
  history: z.array(caseEvent),
  /** Our order by which the units were sold, if known. */
  customer_order_id: z.string().nullable(),
  /** Phones can upload until then. */
  upload_open_until: utcText.nullable(),
});
export type CaseDetail = z.infer<typeof caseDetail>;

const uploadCode = z.object({
  caseId: z.number(),
  qrToken: z.string(),
  /** The page of the QR code, without the host, which the browser knows. */
  link: z.string(),
  expires_at: utcText,
});
export type UploadCode = z.infer<typeof uploadCode>;

export const qrCreateCase = endpoint('POST /api/qrcreatecase', {
  summary: 'Open a case for units of a returned line, with a link for the photos. The same clientId opens it once',
  body: z.object({
    dispositionId: integerId,
    quantity: z.coerce.number<number | string>().int().min(1).max(99_999),
    /** What was looked up: a carrier's barcode, or the LPN of a unit. */
    trackingNumber: z.string().trim().max(MAX_BARCODE_LENGTH),
    /** The tracking row. Without `removal_shipment`, the line is found by tracking number and the codes in the row. */
    data: z.record(z.string(), z.unknown()),
    clientId: z.string().min(8).max(64).optional(),
  }),
  response: z.array(uploadCode),
  reasons: ['unknown_disposition', 'unknown_line', 'several_lines', 'more_than_shipped', 'client_id_reused'],
});

export const getQrCase = endpoint('GET /api/qrcases/:id', {
  summary: 'A case with its photos, its claim and its history',
  params: recordParams,
  response: caseDetail,
});

const entered = (maxLength: number) => z.string().trim().max(maxLength).nullish();

const marketplaceSide = z.object({
  lpn: entered(100),
  removalOrderId: entered(100),
  amazonCaseId: entered(100),
  reimbursementId: entered(100),
  /** Free text. The number in it is the paid amount. */
  amazonReimbursementAmount: entered(200),
});

export const saveAmazonData = endpoint('POST /api/qrcases/:id/amazon-data', {
  summary:
    'Save the marketplace data of a case. An empty field clears it; an absent field stays as it is. ' +
    'If a field no longer has the value in `was`, nothing is saved, and `details.now` has the current values',
  params: recordParams,
  body: marketplaceSide.extend({ was: marketplaceSide.optional() }),
  response: caseDetail,
  reasons: ['changed_meanwhile'],
});

export const setCaseStatus = endpoint('POST /api/qrcases/:id/status', {
  summary: 'Set the status of a case. Every change is allowed',
  params: recordParams,
  body: z.object({ status: caseStatus, reason: z.string().trim().max(500).optional() }),
  response: caseDetail,
});

const enteredClaim = z
  .object({
    type: claimType,
    clockStartsOn: day,
    expectedAmount: z.number().min(0).max(EXPECTED_AMOUNT_MAX).multipleOf(0.01).nullable(),
    ownerId: recordId.nullable(),
    problemDescription: z.string().trim().max(2_000),
  })
  .partial();

export const saveClaim = endpoint('POST /api/qrcases/:id/claim', {
  summary:
    'Save the claim of a case: its kind, clock start, amount and owner. The amount needs the permission to see costs. The deadline follows. An absent field stays as it is. ' +
    'If a field no longer has the value in `was`, nothing is saved, and `details.now` has the current values',
  params: recordParams,
  body: enteredClaim.extend({ was: enteredClaim.optional() }),
  response: caseDetail,
  reasons: ['unknown_person', 'changed_meanwhile', 'costs_hidden'],
});

export const mintUploadCode = endpoint('POST /api/qrcases/:id/upload-code', {
  summary: 'A new link for the photos of a case. It replaces the earlier one',
  params: recordParams,
  body: z.object({ missingOnly: z.boolean().default(false) }),
  response: uploadCode,
  reasons: ['nothing_missing'],
});

export const decideProposal = endpoint('POST /api/qrcases/:id/proposals/:proposal', {
  summary: 'Accept a payment for this case, which resolves it, or dismiss it',
  params: recordParams.extend({ proposal: recordId }),
  body: z.object({ accept: z.boolean() }),
  response: caseDetail,
  reasons: ['already_decided'],
});

export const listCasePeople = endpoint('GET /api/cases/people', {
  summary: 'The people who can own a case',
  response: z.array(z.object({ id: z.number(), name: z.string() })),
});
