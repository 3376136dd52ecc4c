import type { ParsedInputOf } from '@stowage/contract/endpoint';
import type { BreakdownItem, breakdownData, exportBreakdown } from '@stowage/contract/pricing/pricing-breakdown';
import { BREAKDOWN_PAGE_SIZE } from '@stowage/contract/pricing/pricing-breakdown';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findHeldPrices } from '../sync/held-price.read-model.ts';
import { type BreakdownFilter, countDecisions, findSkus, listDecisions, listParts } from './breakdown.read-model.ts';
import { exportLines } from './breakdown-export.service.ts';

type Query = ParsedInputOf<typeof breakdownData>['body'];
type Filters = Omit<ParsedInputOf<typeof exportBreakdown>['body'], 'page' | 'size'>;

export interface BreakdownService {
  page(query: Query): Promise<{ data: BreakdownItem[]; totalCount: number }>;
  summary(
    filters: Pick<Filters, 'jobId' | 'startDate' | 'endDate'>,
  ): Promise<Record<'total_items' | 'competitive_pricing_count' | 'map_fallback_count' | 'error_count', number>>;
  /** The lines of a CSV file in the order of the pages, read as they are taken. */
  lines(filters: Filters): AsyncIterable<string>;
}

export function createBreakdownService({ db, clock }: { db: Database; clock: Clock }): BreakdownService {
  const meant = async (filters: Filters) => {
    if (filters.held !== true) {
      return { parts: await listParts(db, toFilter(filters)), skus: filters.searchTerm === undefined ? undefined : await findSkus(db, filters.searchTerm) };
    }
    const { jobCode, skus } = await findHeldPrices(db, clock.now());
    const found = filters.searchTerm === undefined ? undefined : new Set(await findSkus(db, filters.searchTerm));
    return { parts: jobCode === undefined ? [] : await listParts(db, { jobCode }), skus: skus.filter((sku) => found?.has(sku) ?? true) };
  };
  return {
    async page(query) {
      const { parts, skus } = await meant(query);
      const size = query.size ?? BREAKDOWN_PAGE_SIZE;
      const page = { ...toOrder(query), offset: (query.page ?? 0) * size, limit: size, skus };
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

    async *lines(filters) {
      const { parts, skus } = await meant(filters);
      yield* exportLines(db, parts, { ...toOrder(filters), skus });
    },
  };
}

function toOrder({ sortField, sortDirection }: Pick<Filters, 'sortField' | 'sortDirection'>) {
  return { sort: sortField ?? 'created_at', isDescending: (sortDirection ?? 'DESC') === 'DESC' } as const;
}

function toFilter({ jobId, startDate, endDate, pricingMethod }: Partial<Filters>): BreakdownFilter {
  return { jobCode: jobId, from: startDate, to: endDate, method: pricingMethod };
}
