import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { pageNumber } from '../formats/paging.ts';
import { utcText } from '../formats/record.ts';
import { photoSectionState } from '../photos/photo-uploads.ts';
import { topic } from '../topic.ts';
import { PHOTO_SECTION_KEYS } from './case-shots.ts';
import { CASE_STATUSES, CASE_VIEWS, type CaseStatus } from './case-statuses.ts';

export const caseStatus = z.enum(CASE_STATUSES);

/** What usually follows a status. Every other move is possible too, and is asked a reason for. */
const USUAL_MOVES: Readonly<Record<CaseStatus, readonly CaseStatus[]>> = {
  'Need additional photos': ['Pending Case Creation', 'Working'],
  'Pending Case Creation': ['Need additional photos', 'Working'],
  Working: ['Need additional photos', 'Resolved-Inventory or Refund Processed', 'Concluded - No Credit'],
  'Resolved-Inventory or Refund Processed': [],
  'Concluded - No Credit': [],
};

export function isUsualMove(from: CaseStatus, to: CaseStatus): boolean {
  return from === to || USUAL_MOVES[from].includes(to);
}

export const CASES_PAGE_SIZE = 25;

/** The specification's list call, which knows no paging, answers at most this many cases; further ones are on the pages after it. */
export const CASES_LIST_LIMIT = 500;

/** A search shows this many of its matches; whoever needs more narrows it. */
export const CASES_SEARCH_WINDOW = 1_000;

/** An open case that is due within so many days is at risk. */
export const CASE_RISK_DAYS = 14;

/** More cases at risk than these are not counted: counting them all would take longer than showing a page. */
export const CASE_RISK_COUNTED = 1_000;

export const CASE_MESSAGES = {
  notCreated: 'Failed to create case ID. Please check the disposition ID and try again.',
  noCode: 'Failed to generate QR code. Please try again.',
} as const;

/** The page that a phone opens by the QR code. */
export const UPLOAD_PAGE_PATH = '/api/returns/createcase/uploadphotos';

export function uploadPageAddress(caseId: number, qrToken: string): string {
  return `${UPLOAD_PAGE_PATH}?${new URLSearchParams({ QRToken: qrToken, caseId: String(caseId) })}`;
}

export const CLAIM_TYPES = {
  REMOVAL_LOST: 'Removal lost in transit',
  REMOVAL_OTHER: 'Removal, other',
  FC_OPERATIONS: 'Fulfilment centre operations',
  CUSTOMER_RETURN: 'Customer return',
} as const;
export type ClaimType = keyof typeof CLAIM_TYPES;
export const claimType = z.enum(Object.keys(CLAIM_TYPES) as [ClaimType, ...ClaimType[]]);

const caseId = z.coerce.number<number | string>().int().positive();
const byId = z.object({ id: caseId });
const dollars = z.number().nullable();

export const casePhoto = z.object({
  id: z.number(),
  section: z.enum(PHOTO_SECTION_KEYS),
  filename: z.string(),
  original_filename: z.string(),
  uploaded_at: utcText,
  /** Where it lies for the next hour or two, whoever asks. */
  url: z.string(),
  thumbnail_url: z.string(),
  /** As its camera says, without a zone. */
  taken_at: utcText.nullable(),
  uploaded_by: z.string(),
});
export type CasePhoto = z.infer<typeof casePhoto>;

export const caseRow = z.object({
  qr_case_id: z.number(),
  status: caseStatus,
  disposition: z.string().nullable(),
  quantity: z.number(),
  photo_count: z.number(),
  created_at: utcText,
  updated_at: utcText,
  problem_description: z.string().nullable(),
  /** A JSON string: see `caseFields`. */
  qr_case_data: z.string(),
  /** The claim's last day, while none was made. */
  due_on: day.nullable(),
  opens_on: day,
  expected_amount: dollars,
  paid_amount: dollars,
});
export type CaseRow = z.infer<typeof caseRow>;

const text = z.string().nullish();
/** What `qr_case_data` holds. */
export const caseFields = z.object({
  lpn: text,
  removal_order_id: text,
  amazon_case_id: text,
  reimbursement_id: text,
  amazon_reimbursement_amount: text,
  seller_sku: text,
  asin1: text,
  qty: z.number().nullish(),
  count: z.number().nullish(),
  fnsku: text,
  order_id: text,
  item_name: text,
  disposition: text,
  /** The tracking number that was scanned. */
  searchquery: text,
  shipped_quantity: z.number().nullish(),
});
export type CaseFields = z.infer<typeof caseFields>;

/** Reads `qr_case_data`; what cannot be read leaves its fields blank. */
export function readCaseFields(json: string): CaseFields {
  try {
    return caseFields.safeParse(JSON.parse(json)).data ?? {};
  } catch {
    return {};
  }
}

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
  expected_amount: dollars,
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
  matched_by: z.enum(['CASE_ID', 'FNSKU_AND_DATE']),
});
export type ReimbursementProposal = z.infer<typeof reimbursementProposal>;

const caseEvent = z.object({ id: z.number(), kind: z.string(), detail: z.string(), actor: z.string(), at: utcText });
export type CaseEvent = z.infer<typeof caseEvent>;

const evidence = z.object({ item: z.string(), is_there: z.boolean(), note: z.string().nullable() });
export type Evidence = z.infer<typeof evidence>;

export const caseDetail = caseRow.extend({
  photos: z.array(casePhoto),
  sections: z.array(caseSection),
  claim,
  evidence: z.array(evidence),
  proposals: z.array(reimbursementProposal),
  history: z.array(caseEvent),
  /** The order of ours that its units were sold by, where they are known to be. */
  customer_order_id: z.string().nullable(),
  /** A phone may upload until then. */
  upload_open_until: utcText.nullable(),
});
export type CaseDetail = z.infer<typeof caseDetail>;

const uploadCode = z.object({
  caseId: z.number(),
  qrToken: z.string(),
  /** The page behind the QR code, without the host: the browser knows by which one it is reached. */
  link: z.string(),
  expires_at: utcText,
});
export type UploadCode = z.infer<typeof uploadCode>;

export const qrCreateCase = endpoint({
  method: 'POST',
  path: '/api/qrcreatecase',
  summary: 'Open a case for units of a returned line, with a link for the photos. The same clientId counts once, however often it is sent',
  body: z.object({
    dispositionId: z.coerce.number<number | string>().int().positive(),
    quantity: z.coerce.number<number | string>().int().min(1).max(99_999),
    trackingNumber: z.string().trim().max(256),
    /** The tracking row. Where it has no `removal_shipment`, the line is found by tracking number and the codes in it. */
    data: z.record(z.string(), z.unknown()),
    clientId: z.string().min(8).max(64).optional(),
  }),
  response: z.array(uploadCode),
  reasons: ['unknown_disposition', 'unknown_line', 'more_than_shipped', 'client_id_reused'],
});

export const listQrCases = endpoint({
  method: 'GET',
  path: '/api/qrcases',
  summary: `The first ${CASES_LIST_LIMIT} cases: by what they wait for, then the newest. \`?page=1\` answers the next ${CASES_LIST_LIMIT}, and so on; a shorter list is the last`,
  query: z.object({ page: pageNumber }),
  response: z.array(caseRow),
});

/** A claim that ends within so many days is told of on the dashboard. */
export const CASE_DUE_DAYS = 7;

/** What was paid within so many days, today included, counts as recovered lately. */
export const CASE_PAID_DAYS = 30;

export const casesPage = endpoint({
  method: 'GET',
  path: '/api/cases',
  summary: `One page of the cases: all or those that are open by what they wait for; open claims, or those that end within ${CASE_DUE_DAYS} days, by their last day; those with a payment to decide, or paid within ${CASE_PAID_DAYS} days`,
  query: z.object({
    page: pageNumber,
    view: z.enum(CASE_VIEWS).default('all'),
    status: caseStatus.optional(),
    /** A case id, LPN, order, marketplace case id, reimbursement, tracking number, SKU, FNSKU or ASIN. */
    search: z.string().trim().max(100).default(''),
  }),
  response: z.object({
    data: z.array(caseRow),
    /** At most ${CASES_SEARCH_WINDOW} for a search. */
    totalCount: z.number(),
    totalPages: z.number(),
    /** Zero-based. */
    currentPage: z.number(),
    /** Open cases whose claim ends within ${CASE_RISK_DAYS} days and is not made, at most ${CASE_RISK_COUNTED}. */
    atRisk: z.number(),
  }),
});

export const getQrCase = endpoint({
  method: 'GET',
  path: '/api/qrcases/:id',
  summary: 'A case with its photos, its claim and its history',
  params: byId,
  response: caseDetail,
});

const entered = (maxLength: number) => z.string().trim().max(maxLength).nullish();

const marketplaceSide = z.object({
  lpn: entered(100),
  removalOrderId: entered(100),
  amazonCaseId: entered(100),
  reimbursementId: entered(100),
  /** Free text; a number in it is read as what was paid. */
  amazonReimbursementAmount: entered(200),
});

export const saveAmazonData = endpoint({
  method: 'POST',
  path: '/api/qrcases/:id/amazon-data',
  summary:
    'Keep what the marketplace says of a case. An empty field is emptied, one that is left out stays as it is. ' +
    'A field that no longer holds what `was` says is kept: nothing is saved, and `details.now` tells what it holds',
  params: byId,
  body: marketplaceSide.extend({ was: marketplaceSide.optional() }),
  response: caseDetail,
  reasons: ['changed_meanwhile'],
});

export const setCaseStatus = endpoint({
  method: 'POST',
  path: '/api/qrcases/:id/status',
  summary: 'Set the status of a case: any may follow any',
  params: byId,
  body: z.object({ status: caseStatus, reason: z.string().trim().max(500).optional() }),
  response: caseDetail,
});

const enteredClaim = z
  .object({
    type: claimType,
    clockStartsOn: day,
    expectedAmount: z.number().min(0).max(9_999_999).multipleOf(0.01).nullable(),
    ownerId: z.number().int().positive().nullable(),
    problemDescription: z.string().trim().max(2_000),
  })
  .partial();

export const saveClaim = endpoint({
  method: 'POST',
  path: '/api/qrcases/:id/claim',
  summary:
    'Keep what kind of claim a case is, when its clock started, what it is worth and whose it is; its deadline follows. ' +
    'A field that is left out stays as it is. One that no longer holds what `was` says is kept: nothing is saved, and `details.now` tells what it holds',
  params: byId,
  body: enteredClaim.extend({ was: enteredClaim.optional() }),
  response: caseDetail,
  reasons: ['unknown_person', 'changed_meanwhile'],
});

export const mintUploadCode = endpoint({
  method: 'POST',
  path: '/api/qrcases/:id/upload-code',
  summary: 'A new link for the photos of a case; the one before is revoked',
  params: byId,
  body: z.object({ missingOnly: z.boolean().default(false) }),
  response: uploadCode,
  reasons: ['nothing_missing'],
});

export const decideProposal = endpoint({
  method: 'POST',
  path: '/api/qrcases/:id/proposals/:proposal',
  summary: 'Take a payment of the marketplace for this case, which resolves it, or say that it is for something else',
  params: z.object({ id: caseId, proposal: caseId }),
  body: z.object({ accept: z.boolean() }),
  response: caseDetail,
  reasons: ['already_decided'],
});

export const listCasePeople = endpoint({
  method: 'GET',
  path: '/api/cases/people',
  summary: 'Who a case can belong to',
  response: z.array(z.object({ id: z.number(), name: z.string() })),
});

export const CASE_CHANGES = ['CREATED', 'PHOTOS', 'STATUS', 'DATA', 'CLAIM', 'LINK', 'PROPOSED'] as const;

/** Something happened to a case; what it is now is read by `getQrCase`. */
export const casesTopic = topic({
  path: 'qrcases',
  payload: z.object({ caseId: z.number(), change: z.enum(CASE_CHANGES) }),
  permission: 'cases.read',
});
