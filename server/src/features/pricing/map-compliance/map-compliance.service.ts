import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { csvLine } from '../../../platform/formats/csv.ts';
import { type CompetitorChange, insertCompetitor, updateCompetitor } from './competitor.repository.ts';
import { listViolations, type ReportFilter, readCoverage, type ViolationPosition } from './map-compliance.read-model.ts';
import { lockMapSnapshots, recountNames } from './map-snapshot.repository.ts';

export type MapComplianceService = ReturnType<typeof createMapComplianceService>;

export function createMapComplianceService({ db }: { db: DatabasePool }) {
  return {
    async add(account: { sellerId: string; name: string }): Promise<number> {
      const id = await insertCompetitor(db, account);
      if (id === undefined) throw new AppError('conflict', `The seller ID "${account.sellerId}" is in the list already`);
      return id;
    },

    change: (id: number, change: CompetitorChange): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockMapSnapshots(tx);
        const names = await updateCompetitor(tx, id, change);
        if (names === undefined) throw new AppError('not_found', 'There is no such competitor');
        await recountNames(tx, names);
      }),

    lines: (filter: ReportFilter) => csvLines(db, filter),
  };
}

const EXPORT_ROWS = 1_000;
const HEADINGS = [
  ...['Date (UTC)', 'Competitor', 'Seller ID', 'ASIN', 'Product Title', 'Price', 'Shipping', 'MAP', 'Below MAP'],
  ...['Seen At (UTC)', 'Products Sampled That Day'],
];

async function* csvLines(db: Database, filter: ReportFilter): AsyncIterable<string> {
  yield csvLine(HEADINGS);
  const { days } = await readCoverage(db, filter);
  const sampled = new Map(days.map((day) => [day.date, day.sampled]));
  let after: ViolationPosition | undefined;
  for (;;) {
    const rows = await listViolations(db, filter, { limit: EXPORT_ROWS, after });
    for (const { date, competitorName, sellerId, asin, title, price, shipping, map, below, readAt } of rows) {
      const money = [price, shipping, map, below].map((amount) => amount.toFixed(2));
      yield csvLine([date, competitorName, sellerId, asin, title, ...money, readAt, sampled.get(date) ?? null]);
    }
    after = rows.at(-1);
    if (rows.length < EXPORT_ROWS) return;
  }
}
