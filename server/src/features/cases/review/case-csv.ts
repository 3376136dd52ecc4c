import { type CaseFields, type CaseRow, readCaseFields } from '@stowage/contract/cases/cases';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readByIds } from '../../../platform/formats/read-pages.ts';
import { type CaseSelection, listCaseIds, listCasesOf } from './case-list.read-model.ts';

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

/** The cases that match a filter, in the order of the list. */
export async function caseCsv(db: Database, filter: CaseSelection, seesCosts: boolean): Promise<AsyncIterable<string>> {
  const { Expected: _expected, ...others } = COLUMNS;
  const { head, line } = csvTable(seesCosts ? COLUMNS : others);
  const ids = await listCaseIds(db, filter);
  return csvOf(
    { head, line: (row: CaseRow) => line(cellsOf({ ...readCaseFields(row.qr_case_data), ...row })) },
    readByIds(ids, EXPORT_CASES, (part) => listCasesOf(db, part)),
  );
}
