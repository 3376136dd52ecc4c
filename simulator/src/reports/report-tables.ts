import { CONDITIONS } from '../listings/conditions.ts';
import { conditionCode } from '../listings/listings.ts';
import type { ReportRow } from '../records.ts';
import { channelOf, type Listing, priceOf, quantityOf, type State } from '../state.ts';
import { iso } from '../wire.ts';
import { customerReturns, reimbursements, removalOrders, removalShipments, shipmentSales } from './fba-events.ts';

interface ReportDefinition {
  /** Requesting the same report again within this time fails. */
  readonly againAfterMs: number;
  /** The rows of a window, in the columns of the real report. */
  readonly rows: (state: State, window: { from: number; to: number }) => ReportRow[];
}

const HALF_AN_HOUR_MS = 30 * 60_000;

export const REPORTS: Readonly<Record<string, ReportDefinition>> = {
  GET_MERCHANT_LISTINGS_ALL_DATA: { againAfterMs: 0, rows: (state) => [...state.listings.values()].map(listingRow) },
  GET_FBA_MYI_ALL_INVENTORY_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: (state) => [...state.listings.values()].map(inventoryRow) },
  GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: (state) => [...state.listings.values()].map(inventoryRow) },
  GET_AFN_INVENTORY_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: (state) => [...state.listings.values()].flatMap(warehouseRow) },
  GET_FBA_FULFILLMENT_CUSTOMER_SHIPMENT_SALES_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: shipmentSales },
  GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: removalOrders },
  GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: removalShipments },
  GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA: { againAfterMs: 8 * HALF_AN_HOUR_MS, rows: customerReturns },
  GET_FBA_REIMBURSEMENTS_DATA: { againAfterMs: HALF_AN_HOUR_MS, rows: reimbursements },
};

function listingRow(listing: Listing): ReportRow {
  const channel = channelOf(listing);
  const quantity = quantityOf(listing);
  return {
    'item-name': listing.title,
    'item-description': '',
    'listing-id': `L${listing.fnSku}`,
    'seller-sku': listing.sku,
    price: (priceOf(listing) ?? 0).toFixed(2),
    quantity: channel === 'DEFAULT' ? quantity : '',
    'open-date': `${iso(listing.updatedAt).slice(0, 19).replace('T', ' ')} PST`,
    'image-url': '',
    'item-is-marketplace': 'y',
    'product-id-type': 1,
    'zshop-shipping-fee': '',
    'item-note': '',
    'item-condition': conditionCode(listing),
    'zshop-category1': '',
    'zshop-browse-path': '',
    'zshop-storefront-feature': '',
    asin1: listing.asin,
    asin2: '',
    asin3: '',
    'will-ship-internationally': '',
    'expedited-shipping': '',
    'zshop-boldface': '',
    'product-id': listing.asin,
    'bid-for-featured-placement': '',
    'add-delete': '',
    'pending-quantity': 0,
    'fulfillment-channel': channel,
    'merchant-shipping-group': 'Migrated Template',
    status: channel === 'DEFAULT' && quantity === 0 ? 'Inactive' : 'Active',
  };
}

function inventoryRow(listing: Listing): ReportRow {
  return {
    sku: listing.sku,
    fnsku: listing.fnSku,
    asin: listing.asin,
    'product-name': listing.title,
    condition: CONDITIONS[listing.condition].fba,
    'your-price': (priceOf(listing) ?? 0).toFixed(2),
    'mfn-listing-exists': channelOf(listing) === 'DEFAULT' ? 'Yes' : 'No',
    'mfn-fulfillable-quantity': quantityOf(listing),
    'afn-listing-exists': channelOf(listing) === 'DEFAULT' ? 'No' : 'Yes',
    'afn-fulfillable-quantity': listing.fbaQuantity,
  };
}

function warehouseRow(listing: Listing): ReportRow[] {
  if (channelOf(listing) === 'DEFAULT') return [];
  return [
    {
      'seller-sku': listing.sku,
      'fulfillment-channel-sku': listing.fnSku,
      asin: listing.asin,
      'condition-type': CONDITIONS[listing.condition].fba,
      'Warehouse-Condition-code': 'SELLABLE',
      'Quantity Available': listing.fbaQuantity,
    },
  ];
}

/** The characters that Windows-1252 has in place of Latin-1's control characters. */
const WINDOWS_1252: Readonly<Record<string, number>> = { '€': 0x80, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '—': 0x97, '™': 0x99 };

/** The marketplace's report format: tab-separated, with a heading line, without quoting, in Windows-1252. */
export function encodeTable(rows: readonly ReportRow[]): Buffer {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '').replaceAll(/[\t\r\n]/g, ' ')).join('\t'));
  const text = `${[columns.join('\t'), ...lines].join('\r\n')}\r\n`;
  return Buffer.from(Array.from(text, byteOf));
}

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 256 ? code : (WINDOWS_1252[character] ?? 0x3f);
}
