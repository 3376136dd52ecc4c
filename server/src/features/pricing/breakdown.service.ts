import type { ParsedInputOf } from '@stowage/contract/endpoint';
import type { BreakdownItem, breakdownData, exportBreakdown } from '@stowage/contract/pricing-breakdown';
import { BREAKDOWN_PAGE_SIZE } from '@stowage/contract/pricing-breakdown';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type BreakdownFilter, countDecisions, findSkus, listDecisions, listPartDecisions, listParts } from './breakdown.read-model.ts';

type Query = ParsedInputOf<typeof breakdownData>['body'];
type Filters = Pick<ParsedInputOf<typeof exportBreakdown>['body'], 'jobId' | 'startDate' | 'endDate' | 'pricingMethod' | 'searchTerm'>;

export interface BreakdownService {
  page(query: Query): Promise<{ data: BreakdownItem[]; totalCount: number }>;
  summary(
    filters: Pick<Filters, 'jobId' | 'startDate' | 'endDate'>,
  ): Promise<Record<'total_items' | 'competitive_pricing_count' | 'map_fallback_count' | 'error_count', number>>;
  /** The lines of a CSV file, read as they are taken. */
  lines(filters: Filters): AsyncIterable<string>;
}

const EXPORT_ROWS = 500;

export function createBreakdownService({ db }: { db: Database }): BreakdownService {
  return {
    async page(query) {
      const parts = await listParts(db, toFilter(query));
      const skus = query.searchTerm === undefined ? undefined : await findSkus(db, query.searchTerm);
      const size = query.size ?? BREAKDOWN_PAGE_SIZE;
      const order = { sort: query.sortField ?? 'created_at', isDescending: (query.sortDirection ?? 'DESC') === 'DESC' };
      const page = { ...order, offset: (query.page ?? 0) * size, limit: size, skus };
      return { data: await listDecisions(db, parts, page), totalCount: await countDecisions(db, parts, skus) };
    },

    async summary(filters) {
      const parts = await listParts(db, toFilter(filters));
      const count = (...methods: string[]) => parts.reduce((sum, part) => sum + (methods.includes(part.method) ? part.count : 0), 0);
      return {
        total_items: parts.reduce((sum, part) => sum + part.count, 0),
        competitive_pricing_count: count('lowest_price_per_condition'),
        map_fallback_count: count('percentage_off_map_fallback'),
        // What could not be priced at all is an error too.
        error_count: count('error_fallback_to_map', 'skipped'),
      };
    },

    lines: (filters) => csvLines(db, filters),
  };
}

function toFilter({ jobId, startDate, endDate, pricingMethod }: Omit<Filters, 'searchTerm' | 'pricingMethod'> & Partial<Filters>): BreakdownFilter {
  return { jobCode: jobId, from: startDate, to: endDate, method: pricingMethod };
}

const HEADINGS = [
  ...['SKU', 'ASIN', 'Condition', 'MAP Price', 'Competitive Price', 'Submitted Price', 'Threshold Price', 'Tiered Price', 'Price ID'],
  ...['Threshold Enforced', 'Pricing Decision', 'Method', 'Outcome', 'Reason', 'Job ID', 'Created'],
];

async function* csvLines(db: Database, filters: Filters): AsyncIterable<string> {
  yield csvLine(HEADINGS);
  const skus = filters.searchTerm === undefined ? undefined : await findSkus(db, filters.searchTerm);
  for (const part of await listParts(db, toFilter(filters))) {
    let after = 0;
    for (;;) {
      const rows = await listPartDecisions(db, part, { after, limit: EXPORT_ROWS, skus });
      if (rows.length > 0) yield rows.map(toLine).join('');
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < EXPORT_ROWS) break;
    }
  }
}

function toLine(item: BreakdownItem): string {
  const price = (amount: number | null) => (amount === null ? null : amount.toFixed(2));
  return csvLine([
    ...[item.merchant_sku, item.asin, item.condition_id, price(item.map_price), price(item.competitive_price), price(item.submitted_price)],
    ...[price(item.threshold_price), price(item.tiered_price), item.price_id, item.threshold_enforced ? 'Yes' : 'No', item.pricing_decision],
    ...[item.pricing_method, item.outcome, item.outcome_reason, item.job_id, item.created_at],
  ]);
}
