import { type FileColumn, findColumns } from '@stowage/contract/formats/file-cells';
import { INVOICE_FILE_COLUMNS } from '@stowage/contract/invoicing/invoice-import';
import { PRICE_LIST_FIELDS } from '@stowage/contract/price-lists/price-lists';
import { PO_COLUMNS } from '@stowage/contract/purchasing/purchase-order-rows';
import { guessColumns } from '@stowage/contract/spreadsheets/column-guess';
import type { SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import { SPREADSHEET_KIND_NAMES, spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';

const { signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');

const headingsOf = async (path: string) =>
  (await admin.get(path)).body
    .replace(/^\uFEFF/, '')
    .split('\r\n')[0]
    ?.split(',') ?? [];
const fieldsFound = (columns: readonly FileColumn<string>[], headings: readonly string[]) =>
  Object.entries(findColumns(columns, headings)).flatMap(([field, header]) => (header === undefined ? [] : [field]));
const columnsFound = (columns: readonly SpreadsheetColumn[], headings: readonly string[]) => Object.keys(guessColumns(columns, headings)).toSorted();
const namesOf = (columns: readonly SpreadsheetColumn[]) => columns.map(({ name }) => name).toSorted();

describe('the headings that an export has are found by the import of', () => {
  it.each(SPREADSHEET_KIND_NAMES)('%s, in their template', async (kind) => {
    const { columns } = spreadsheetKind(kind);
    expect(columnsFound(columns, await headingsOf(`/api/spreadsheets/templates/${kind}/csv`))).toEqual(namesOf(columns));
  });

  it('price strategies', async () => {
    const { columns } = spreadsheetKind('strategies');
    expect(columnsFound(columns, await headingsOf('/api/pricing/strategies.csv'))).toEqual(namesOf(columns));
  });

  it('price lists', async () => {
    const headings = await headingsOf('/api/pricelists/export.csv');
    expect(fieldsFound(PRICE_LIST_FIELDS, headings)).toEqual(PRICE_LIST_FIELDS.map(({ field }) => field));
    expect(columnsFound(spreadsheetKind('products').columns, headings)).toEqual(['gtin', 'item_code', 'title', 'vendor']);
  });

  it('stock, whose places are columns of other exports', async () => {
    const { columns } = spreadsheetKind('stock');
    expect(columnsFound(columns, await headingsOf('/api/inventory/export/stock.csv'))).toEqual(['condition', 'item', 'quantity']);
    expect(guessColumns(columns, await headingsOf('/api/inventory/export/location-listings.csv?location=A-1'))).toMatchObject({ item: 0, quantity: 3 });
  });

  it.each([
    ['purchase orders', PO_COLUMNS],
    ['invoices', INVOICE_FILE_COLUMNS],
  ] as const)('%s, in the document of an uploaded file', (_, columns) => {
    const labels = columns.map(({ label }) => label);
    expect(fieldsFound(columns, labels)).toEqual(columns.map(({ field }) => field));
  });
});
