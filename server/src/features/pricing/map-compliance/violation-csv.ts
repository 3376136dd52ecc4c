import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { listViolations, type ReportFilter, readCoverage } from './map-compliance.read-model.ts';

const EXPORT_ROWS = 1_000;
const HEADINGS = [
  ...['Date (UTC)', 'Competitor', 'Seller ID', 'ASIN', 'Product Title', 'Price', 'Shipping', 'MAP', 'Below MAP'],
  ...['Seen At (UTC)', 'Products Sampled That Day'],
];

type Violation = Awaited<ReturnType<typeof listViolations>>[number];

/** The prices below MAP that match a filter, with the number of products that were sampled on their day. */
export async function violationCsv(db: Database, filter: ReportFilter): Promise<AsyncIterable<string>> {
  const { days } = await readCoverage(db, filter);
  const sampled = new Map(days.map((day) => [day.date, day.sampled]));
  const line = ({ date, competitorName, sellerId, asin, title, readAt, ...violation }: Violation) => {
    const money = [violation.price, violation.shipping, violation.map, violation.below].map((amount) => amount.toFixed(2));
    return csvLine([date, competitorName, sellerId, asin, title, ...money, readAt, sampled.get(date) ?? null]);
  };
  return csvOf(
    { head: csvLine(HEADINGS), line },
    readPages(EXPORT_ROWS, (after?: Violation) => listViolations(db, filter, { limit: EXPORT_ROWS, after })),
  );
}
