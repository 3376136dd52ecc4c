import type { PackingListLine, PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';

const LINES = csvTable({
  ...{ 'PO Number': 'poNumber', GTIN: 'gtin', ASIN: 'Asin', 'Supplier SKU': 'supplier_sku', 'Product Name': 'product_name' },
  ...{ 'Packing List Qty': 'packinglist_qty', 'Qty Received': 'packing_list_received', 'Damaged Inventory': 'damaged_qty' },
  'Line Item Notes': 'line_item_notes',
});

const LISTS = csvTable({
  ...{ 'Packing list': 'label', 'Shipment ID': 'shipment_id', State: 'state', Carrier: 'carrier', 'Tracking number': 'tracking_number' },
  ...{ Expected: 'expected_date', Boxes: 'boxes', Notes: 'notes', SKUs: 'skus', Units: 'units', Received: 'received', Damaged: 'damaged' },
  ...{ Unexpected: 'unexpected', 'Created by': 'created_by', 'Created (UTC)': 'created_at' },
});

export const packingListCsv = (lines: readonly PackingListLine[]) => csvOf(LINES, [lines]);

export const packingListsCsv = (lists: readonly PackingListOption[]) => csvOf(LISTS, [lists]);
