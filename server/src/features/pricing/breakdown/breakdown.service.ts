import type { ParsedInputOf } from '@stowage/contract/endpoint';
import type { breakdownData, exportBreakdown } from '@stowage/contract/pricing/pricing-breakdown';
import { BREAKDOWN_PAGE_SIZE, ERROR_METHODS } from '@stowage/contract/pricing/pricing-breakdown';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { findHeldPrices } from '../held-prices/held-price.read-model.ts';
import { countDecisions, findSkus, listDecisionGroups, listDecisions } from './breakdown.read-model.ts';
import { breakdownCsv } from './breakdown-csv.ts';

type Query = ParsedInputOf<typeof breakdownData>['body'];
type Filters = Omit<ParsedInputOf<typeof exportBreakdown>['body'], 'page' | 'size'>;

export type BreakdownService = ReturnType<typeof createBreakdownService>;

export function createBreakdownService({ db, clock }: { db: Database; clock: Clock }) {
  const findScope = async ({ held, searchTerm, ...filters }: Filters) => {
    const found = searchTerm === undefined ? undefined : await findSkus(db, searchTerm);
    if (held !== true) return { groups: await listDecisionGroups(db, filters), skus: found };
    const { jobCode, skus } = await findHeldPrices(db, clock.now(), found);
    return { groups: jobCode === undefined ? [] : await listDecisionGroups(db, { jobId: jobCode }), skus };
  };
  return {
    async page(query: Query) {
      const { groups, skus } = await findScope(query);
      const size = query.size ?? BREAKDOWN_PAGE_SIZE;
      const page = { ...toOrder(query), offset: (query.page ?? 0) * size, limit: size, skus };
      return { data: await listDecisions(db, groups, page), totalCount: await countDecisions(db, groups, skus) };
    },

    async summary(filters: Pick<Filters, 'jobId' | 'startDate' | 'endDate'>) {
      const groups = await listDecisionGroups(db, filters);
      const count = (...methods: string[]) => groups.reduce((sum, group) => sum + (methods.includes(group.method) ? group.count : 0), 0);
      return {
        total_items: groups.reduce((sum, group) => sum + group.count, 0),
        competitive_pricing_count: count('lowest_price_per_condition'),
        map_fallback_count: count('percentage_off_map_fallback'),
        error_count: count(...ERROR_METHODS),
      };
    },

    /** The lines of a CSV file in the order of the pages, read as they are consumed. */
    async *lines(filters: Filters, seesCosts: boolean): AsyncIterable<string> {
      const { groups, skus } = await findScope(filters);
      yield* breakdownCsv(db, groups, { ...toOrder(filters), skus }, seesCosts);
    },
  };
}

function toOrder({ sortField, sortDirection }: Pick<Filters, 'sortField' | 'sortDirection'>) {
  return { sort: sortField ?? 'created_at', isDescending: (sortDirection ?? 'DESC') === 'DESC' } as const;
}
