import { AppError } from '../../../platform/app-error.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import { type CompetitorChange, insertCompetitor, updateCompetitor } from './competitor.repository.ts';
import { listViolations, type Question, readCoverage, type ViolationPlace } from './map-compliance.read-model.ts';
import { lockMapSnapshots, recountNames } from './map-snapshot.repository.ts';

export interface MapComplianceService {
  /** @throws AppError `conflict` when the account is known already */
  add(account: { sellerId: string; name: string }): Promise<number>;
  /** @throws AppError `not_found` */
  change(id: number, change: CompetitorChange): Promise<void>;
  /** The lines of a CSV file, read as they are taken. */
  lines(question: Question): AsyncIterable<string>;
}

export function createMapComplianceService({ db }: { db: DatabasePool }): MapComplianceService {
  return {
    async add(account) {
      const id = await insertCompetitor(db, account);
      if (id === undefined) throw new AppError('conflict', `The seller ID "${account.sellerId}" is in the list already`);
      return id;
    },

    change: (id, change) =>
      db.transaction().execute(async (tx) => {
        await lockMapSnapshots(tx);
        const names = await updateCompetitor(tx, id, change);
        if (names === undefined) throw new AppError('not_found', 'There is no such competitor');
        await recountNames(tx, names);
      }),

    lines: (question) => csvLines(db, question),
  };
}

const EXPORT_ROWS = 1_000;
const HEADINGS = [
  'Date (UTC)',
  'Competitor',
  'Seller ID',
  'ASIN',
  'Product Title',
  'Price',
  'Shipping',
  'MAP',
  'Below MAP',
  'Seen At (UTC)',
  'Products Sampled That Day',
];

async function* csvLines(db: Database, question: Question): AsyncIterable<string> {
  yield csvLine(HEADINGS);
  const { days } = await readCoverage(db, question);
  const sampled = new Map(days.map((day) => [day.date, day.sampled]));
  let after: ViolationPlace | undefined;
  for (;;) {
    const rows = await listViolations(db, question, { limit: EXPORT_ROWS, after });
    for (const { date, competitorName, sellerId, asin, title, price, shipping, map, below, readAt } of rows) {
      const money = [price, shipping, map, below].map((amount) => amount.toFixed(2));
      yield csvLine([date, competitorName, sellerId, asin, title, ...money, readAt, sampled.get(date) ?? null]);
    }
    after = rows.at(-1);
    if (rows.length < EXPORT_ROWS) return;
  }
}
