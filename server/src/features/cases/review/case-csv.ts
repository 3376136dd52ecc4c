import { type CaseFields, type CaseRow, type exportCases, readCaseFields } from '@stowage/contract/cases/cases';
import type { ParsedInputOf } from '@stowage/contract/endpoint';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { listCasesBelow } from './case-list.read-model.ts';

const EXPORT_CASES = 1_000;

/** The columns of the CSV export: their headings and fields. */
const COLUMNS = {
  Case: 'qr_case_id',
  Status: 'status',
  'Amazon case ID': 'amazon_case_id',
  Disposition: 'disposition',
  Product: 'item_name',
  'Seller SKU': 'seller_sku',
  FNSKU: 'fnsku',
  ASIN: 'asin1',
  LPN: 'lpn',
  Order: 'order_id',
  'Removal order': 'removal_order_id',
  Tracking: 'searchquery',
  Units: 'quantity',
  Photos: 'photo_count',
  'Claim opens': 'opens_on',
  'Last day': 'due_on',
  Expected: 'expected_amount',
  Paid: 'paid_amount',
  Reimbursement: 'reimbursement_id',
  Created: 'created_at',
  Updated: 'updated_at',
} as const satisfies Record<string, keyof (CaseFields & CaseRow)>;

type Field = (typeof COLUMNS)[keyof typeof COLUMNS];

function cellsOf(fields: CaseFields & CaseRow) {
  return Object.fromEntries(Object.values(COLUMNS).map((field) => [field, fields[field] ?? null])) as Record<Field, string | number | null>;
}

/** The cases that match a filter, newest first. */
export function caseCsv(db: Database, filter: ParsedInputOf<typeof exportCases>['query'] & { readonly now: Date }, seesCosts: boolean): AsyncIterable<string> {
  const { Expected: _expected, ...others } = COLUMNS;
  const { head, line } = csvTable(seesCosts ? COLUMNS : others);
  const limit = EXPORT_CASES;
  return csvOf(
    { head, line: (row: CaseRow) => line(cellsOf({ ...readCaseFields(row.qr_case_data), ...row })) },
    readPages(limit, (last?: CaseRow) => listCasesBelow(db, filter, { below: last?.qr_case_id ?? Number.MAX_SAFE_INTEGER, limit })),
  );
}
