import * as z from 'zod';
import { cost } from '../cost.ts';
import { answersCsv, endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { listSearch } from '../formats/list-search.ts';
import { targetIds } from '../formats/list-target.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';
import { CASE_STATUSES, CASE_VIEWS, type CaseStatus } from './case-statuses.ts';

export const caseStatus = z.enum(CASE_STATUSES);

/** The usual next statuses. Every other change is possible too, with a reason. */
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

/** The page size of the specification's list call. */
export const CASES_LIST_LIMIT = 500;

/** The number of matches that a search shows. */
export const CASES_SEARCH_WINDOW = 1_000;

/** An open case that is due within this many days is at risk. */
export const CASE_RISK_DAYS = 14;

/** Cases at risk are counted up to this number, because a full count would take longer than the page. */
export const CASE_RISK_COUNTED = 1_000;

export const CASE_MESSAGES = {
  notCreated: 'Failed to create case ID. Please check the disposition ID and try again.',
  noCode: 'Failed to generate QR code. Please try again.',
} as const;

/** The page that the QR code opens on a phone. */
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

const dollars = z.number().nullable();

export const caseRow = z.object({
  qr_case_id: z.number(),
  status: caseStatus,
  disposition: z.string().nullable(),
  quantity: z.number(),
  photo_count: z.number(),
  created_at: utcText,
  updated_at: utcText,
  problem_description: z.string().nullable(),
  /** The case's fields as JSON: see `caseFields`. */
  qr_case_data: z.string(),
  /** The last day of the claim; null once it is filed. */
  due_on: day.nullable(),
  opens_on: day,
  /** The cost of the units, unless a person entered another amount. */
  expected_amount: cost(z.number()),
  paid_amount: dollars,
});
export type CaseRow = z.infer<typeof caseRow>;

const text = z.string().nullish();
/** The content of `qr_case_data`. */
const caseFields = z.object({
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
  /** The scanned tracking number. */
  searchquery: text,
  shipped_quantity: z.number().nullish(),
});
export type CaseFields = z.infer<typeof caseFields>;

/** Parses `qr_case_data`. Unreadable fields are empty. */
export function readCaseFields(json: string): CaseFields {
  try {
    return caseFields.safeParse(JSON.parse(json)).data ?? {};
  } catch {
    return {};
  }
}

export const listQrCases = endpoint('GET /api/qrcases', {
  summary: `The first ${CASES_LIST_LIMIT} cases by status, then newest first. \`?page=1\` answers the next ${CASES_LIST_LIMIT}; a shorter list is the last`,
  query: z.object({ page: pageNumber }),
  response: z.array(caseRow),
});

/** Claims that are due within this many days are shown on the dashboard. */
export const CASE_DUE_DAYS = 7;

/** The days, including today, that count as recently paid. */
export const CASE_PAID_DAYS = 30;

/** The orders of the list. `status`: cases that wait for a person first, then newest first. */
export const CASE_SORTS = ['status', 'created', 'last_day', 'updated', 'expected', 'paid'] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

const caseFilters = {
  view: z.enum(CASE_VIEWS).default('all'),
  status: caseStatus.optional(),
  /** A case ID, LPN, order, Amazon case ID, reimbursement, tracking number, SKU, FNSKU or ASIN. */
  search: listSearch,
};

/** The filters of the list of cases. */
export const caseFilter = z.object(caseFilters);

const caseOrder = {
  /** By default the order of the view, as for `expected` without the permission to see costs. */
  sort: z.enum(CASE_SORTS).optional(),
  descending: z.stringbool().default(false),
};

export const casesPage = endpoint('GET /api/cases', {
  summary: `One page of cases: all or open cases by status; open claims, or claims due within ${CASE_DUE_DAYS} days, by last day; cases with a payment to decide, or paid within ${CASE_PAID_DAYS} days`,
  query: z.object({ page: pageNumber, ...caseFilters, ...caseOrder }),
  /** A search counts at most ${CASES_SEARCH_WINDOW}. */
  response: numberedPage(caseRow).extend({
    /** Open cases whose claim is due within ${CASE_RISK_DAYS} days and not filed, at most ${CASE_RISK_COUNTED}. */
    atRisk: z.number(),
  }),
});

export const exportCases = endpoint('GET /api/cases/export.csv', {
  summary: 'The cases that match a filter, in the order of the list, as CSV',
  query: z.object({ ...caseFilters, ...caseOrder, ...targetIds }),
  ...answersCsv,
  hasCosts: true,
});

export const CASE_CHANGES = ['CREATED', 'PHOTOS', 'STATUS', 'DATA', 'CLAIM', 'LINK', 'PROPOSED'] as const;

/** A case changed; `getQrCase` reads it. */
export const casesTopic = topic({
  path: 'qrcases',
  payload: z.object({ caseId: z.number(), change: z.enum(CASE_CHANGES) }),
  permission: 'cases.read',
});
