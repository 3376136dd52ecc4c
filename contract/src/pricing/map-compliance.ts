import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { DAY_MS } from '../formats/durations.ts';
import { LAST_PAGE, pageNumber } from '../formats/paging.ts';
import { utcText } from '../formats/record.ts';

/** Violations that are listed at a time. */
export const VIOLATIONS_PAGE_SIZE = 50;
export const COMPETITORS_PAGE_SIZE = 50;

/** The marketplace tells this many offers of a product, the lowest ones. */
export const OFFERS_TOLD = 20;

/** A report covers at most this many days. */
const MAX_DAYS = 3_660;
const MAX_COMPETITORS = 20_000;

interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/** Days in UTC. */
const range = { startDate: day, endDate: day };
/** Days that are none are told by the field itself. */
const areDays = (startDate: string, endDate: string) => !Number.isNaN(Date.parse(startDate)) && !Number.isNaN(Date.parse(endDate));
const inOrder = ({ startDate, endDate }: Range) => !areDays(startDate, endDate) || startDate <= endDate;
const notTooLong = ({ startDate, endDate }: Range) => !areDays(startDate, endDate) || Date.parse(endDate) - Date.parse(startDate) < MAX_DAYS * DAY_MS;
const BACKWARDS = 'The start date must not be after the end date';
const TOO_LONG = `A report covers at most ${MAX_DAYS.toLocaleString('en')} days`;
const IN_ORDER = { message: BACKWARDS, path: ['startDate'] };
const NOT_TOO_LONG = { message: TOO_LONG, path: ['startDate'] };

/** Why a report can't cover these days; undefined when it can. */
export function mapReportRangeProblem(range: Range): string | undefined {
  if (!inOrder(range)) return BACKWARDS;
  return notTooLong(range) ? undefined : TOO_LONG;
}

const question = { ...range, competitorIds: z.array(z.int32()).max(MAX_COMPETITORS) };

/** US dollars. */
const dollars = z.number();

/** An account of a competitor; several may share a name. */
const mapCompetitor = z.object({ id: z.number(), name: z.string() });
export type MapCompetitor = z.infer<typeof mapCompetitor>;

/** On how many of our products a competitor was below the MAP on a day. Days without a violation have no row. */
const mapReportRow = z.object({ date: z.string(), competitorName: z.string(), violationCount: z.number() });
export type MapReportRow = z.infer<typeof mapReportRow>;

const mapViolation = z.object({
  date: z.string(),
  competitorName: z.string(),
  sellerId: z.string(),
  asin: z.string(),
  title: z.string().nullable(),
  price: dollars,
  shipping: dollars,
  map: dollars,
  /** By how much the compared price, with shipping or without, was below the MAP. */
  below: dollars,
  /** When the marketplace told it. */
  readAt: utcText,
});
export type MapViolation = z.infer<typeof mapViolation>;

export const listMapCompetitors = endpoint({
  method: 'POST',
  path: '/api/map-compliance-competitors',
  summary: 'The accounts of the competitors that are watched',
  body: z.object({}).loose().nullish(),
  response: z.array(mapCompetitor),
});

export const mapComplianceReport = endpoint({
  method: 'POST',
  path: '/api/map-compliance-report',
  summary: 'Violations of the minimum advertised price by day and name of the competitor',
  body: z.object(question).refine(inOrder, IN_ORDER).refine(notTooLong, NOT_TOO_LONG),
  response: z.array(mapReportRow),
});

export const listMapViolations = endpoint({
  method: 'POST',
  path: '/api/map-compliance/violations',
  summary: 'The offers behind the report, newest day first',
  body: z
    .object({ ...question, page: z.number().int().min(0).max(LAST_PAGE).default(0), size: z.number().int().min(1).max(200).default(VIOLATIONS_PAGE_SIZE) })
    .refine(inOrder, IN_ORDER),
  response: z.object({ data: z.array(mapViolation), totalCount: z.number() }),
});

export const exportMapViolations = endpoint({
  method: 'POST',
  path: '/api/map-compliance/export',
  summary: 'The same offers as a CSV file: evidence for the vendor',
  format: 'csv-in-json',
  body: z.object(question).refine(inOrder, IN_ORDER),
  response: z.object({ filename: z.string(), csvData: z.string() }),
});

const coverage = z.object({
  /** ASINs of ours that have a MAP now. */
  asinsWithMap: z.number(),
  days: z.array(
    z.object({
      date: z.string(),
      sampled: z.number(),
      /** Of these, as many had ${OFFERS_TOLD} offers or more, of which the marketplace tells the lowest. */
      cutShort: z.number(),
    }),
  ),
});
export type MapCoverage = z.infer<typeof coverage>;

export const mapCoverage = endpoint({
  method: 'GET',
  path: '/api/map-compliance/coverage',
  summary: 'On which days how many of our ASINs were sampled',
  query: z.object(range).refine(inOrder, IN_ORDER),
  response: coverage,
});

const sellerId = z.string().trim().min(1, 'Enter the seller ID').max(100);
const name = z.string().trim().min(1, 'Enter a name').max(100);

const competitor = z.object({
  id: z.number(),
  sellerId: z.string(),
  name: z.string(),
  isWatched: z.boolean(),
  firstSeenAt: utcText,
  /** Null while none is known. */
  lastViolation: z.string().nullable(),
});
export type Competitor = z.infer<typeof competitor>;

export const listCompetitors = endpoint({
  method: 'GET',
  path: '/api/competitors',
  summary: 'One page of the seller accounts that were seen beside ours',
  query: z.object({
    search: z.string().trim().max(100).default(''),
    page: pageNumber,
    size: z.coerce.number<number | string>().int().min(1).max(200).default(COMPETITORS_PAGE_SIZE),
  }),
  response: z.object({ data: z.array(competitor), totalCount: z.number() }),
});

export const addCompetitor = endpoint({
  method: 'POST',
  path: '/api/competitors',
  summary: 'Names an account before it is seen',
  body: z.object({ sellerId, name }),
  response: z.object({ id: z.number() }),
});

export const changeCompetitor = endpoint({
  method: 'PUT',
  path: '/api/competitors/:id',
  summary: 'Renames an account, or starts or stops watching it',
  params: z.object({ id: z.coerce.number<number | string>().pipe(z.int32().positive()) }),
  /** What is not named stays as it is. */
  body: z.object({ name: name.optional(), isWatched: z.boolean().optional() }),
  response: success,
});

const mapSettings = z.object({
  /** Whether the price that is compared with the MAP includes shipping. */
  countsShipping: z.boolean(),
});

export const getMapSettings = endpoint({
  method: 'GET',
  path: '/api/map-compliance/settings',
  summary: 'What counts as a violation',
  response: mapSettings,
});

export const saveMapSettings = endpoint({
  method: 'PUT',
  path: '/api/map-compliance/settings',
  summary: 'Says what counts as a violation from now on',
  body: mapSettings,
  response: success,
});
