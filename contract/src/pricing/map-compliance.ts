import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { areDays, BACKWARDS, day, IN_ORDER, inOrder } from '../formats/day.ts';
import { DAY_MS } from '../formats/durations.ts';
import { listSearch } from '../formats/list-search.ts';
import { LAST_PAGE, pageNumber, pageSize } from '../formats/paging.ts';
import { numberText } from '../formats/text/number-text.ts';
import { utcText } from '../formats/utc-text.ts';

export const VIOLATIONS_PAGE_SIZE = 50;
export const COMPETITORS_PAGE_SIZE = 50;

/** The marketplace reports at most this many offers per product, the lowest ones. */
export const MAX_REPORTED_OFFERS = 20;

/** A report covers at most this many days. */
const MAX_DAYS = 3_660;
const MAX_COMPETITORS = 20_000;

interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/** Days in UTC. */
const range = { startDate: day, endDate: day };
const notTooLong = ({ startDate, endDate }: Range) => !areDays(startDate, endDate) || Date.parse(endDate) - Date.parse(startDate) < MAX_DAYS * DAY_MS;
const TOO_LONG = `A report covers at most ${numberText(MAX_DAYS)} days`;
const NOT_TOO_LONG = { message: TOO_LONG, path: ['startDate'] };

/** Why a report can't cover a range; undefined when it can. */
export function mapReportRangeProblem(range: Range): string | undefined {
  if (!inOrder(range)) return BACKWARDS;
  return notTooLong(range) ? undefined : TOO_LONG;
}

const reportFilter = { ...range, competitorIds: z.array(z.int32()).max(MAX_COMPETITORS) };

/** US dollars. */
const dollars = z.number();

/** A seller account of a competitor; several accounts may share a name. */
const mapCompetitor = z.object({ id: z.number(), name: z.string() });
export type MapCompetitor = z.infer<typeof mapCompetitor>;

/** The number of our products that a competitor offered below the MAP on a day. Days without a violation have no row. */
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
  /** The MAP minus the compared price, with or without shipping. */
  below: dollars,
  /** When the marketplace reported the offer. */
  readAt: utcText,
});
export type MapViolation = z.infer<typeof mapViolation>;

export const listMapCompetitors = endpoint('POST /api/map-compliance-competitors', {
  summary: 'The accounts of the watched competitors',
  body: z.object({}).loose().nullish(),
  response: z.array(mapCompetitor),
});

export const mapComplianceReport = endpoint('POST /api/map-compliance-report', {
  summary: 'Violations of the minimum advertised price by day and competitor',
  mayLag: true,
  body: z.object(reportFilter).refine(inOrder, IN_ORDER).refine(notTooLong, NOT_TOO_LONG),
  response: z.array(mapReportRow),
});

export const listMapViolations = endpoint('POST /api/map-compliance/violations', {
  summary: 'The offers behind the report, newest day first',
  body: z
    .object({ ...reportFilter, page: z.number().int().min(0).max(LAST_PAGE).default(0), size: z.number().int().min(1).max(200).default(VIOLATIONS_PAGE_SIZE) })
    .refine(inOrder, IN_ORDER),
  response: z.object({ data: z.array(mapViolation), totalCount: z.number() }),
});

export const exportMapViolations = endpoint('POST /api/map-compliance/export', {
  summary: 'The offers behind the report as CSV: evidence for the vendor',
  format: 'csv-in-json',
  mayLag: true,
  body: z.object(reportFilter).refine(inOrder, IN_ORDER),
  response: z.object({ filename: z.string(), csvData: z.string() }),
});

const coverage = z.object({
  /** The number of our ASINs that have a MAP now. */
  asinsWithMap: z.number(),
  days: z.array(
    z.object({
      date: z.string(),
      sampled: z.number(),
      /** The sampled ASINs with ${MAX_REPORTED_OFFERS} or more offers, of which the marketplace reports only the lowest. */
      cutShort: z.number(),
    }),
  ),
});
export type MapCoverage = z.infer<typeof coverage>;

export const mapCoverage = endpoint('GET /api/map-compliance/coverage', {
  summary: 'The number of our ASINs that were sampled on each day',
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
  lastViolation: z.string().nullable(),
});
export type Competitor = z.infer<typeof competitor>;

export const listCompetitors = endpoint('GET /api/competitors', {
  summary: 'One page of the seller accounts that offer our products',
  query: z.object({
    search: listSearch,
    page: pageNumber,
    size: pageSize(200, COMPETITORS_PAGE_SIZE),
  }),
  response: z.object({ data: z.array(competitor), totalCount: z.number() }),
});

export const addCompetitor = endpoint('POST /api/competitors', {
  summary: 'Add a competitor account before its first offer is sampled',
  body: z.object({ sellerId, name }),
  response: z.object({ id: z.number() }),
});

const competitorChange = z.object({ name: name.optional(), isWatched: z.boolean().optional() });

export const changeCompetitor = endpoint('PUT /api/competitors/:id', {
  summary: 'Rename an account, or start or stop watching it',
  params: z.object({ id: z.coerce.number<number | string>().pipe(z.int32().positive()) }),
  body: competitorChange.extend({
    /** The values that the person saw when they began to edit. */
    seen: competitorChange.extend({ name: z.string().max(100).optional() }).optional(),
  }),
  response: success,
  reasons: ['changed_meanwhile'],
});

const mapSettings = z.object({
  /** Whether the price compared with the MAP includes shipping. */
  countsShipping: z.boolean(),
});

export const getMapSettings = endpoint('GET /api/map-compliance/settings', {
  summary: 'What counts as a violation',
  response: mapSettings,
});

export const saveMapSettings = endpoint('PUT /api/map-compliance/settings', {
  summary: 'Change what counts as a violation, for future samples',
  body: mapSettings,
  response: success,
});
