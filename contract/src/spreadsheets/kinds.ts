import { isPermitted, type Permission } from '../permissions.ts';
import type { SpreadsheetColumn } from './columns.ts';
import { COMPETITOR_COLUMNS, PEOPLE_COLUMNS, VENDOR_COLUMNS } from './partner-columns.ts';
import { LISTING_COLUMNS, PRODUCT_COLUMNS } from './product-columns.ts';
import { LOCATION_COLUMNS, STOCK_COLUMNS } from './stock-columns.ts';
import { STRATEGY_COLUMNS } from './strategy-columns.ts';

/** A kind of records that a spreadsheet can hold. */
export interface SpreadsheetKindInfo {
  readonly title: string;
  /** One row: `12 locations`. */
  readonly noun: string;
  readonly explanation: string;
  /** Required beside `spreadsheets.manage`. */
  readonly permission: Permission;
  /** Also required, when its columns belong to two areas. */
  readonly alsoNeeds?: Permission;
  /** Grants access, so the person must have proved who they are in the last minutes. */
  readonly stepUp?: boolean;
  readonly columns: readonly SpreadsheetColumn[];
}

/** In the order in which an empty installation needs them. */
export const SPREADSHEET_KINDS = {
  locations: {
    title: 'Locations',
    noun: 'location',
    explanation: 'Shelves and other places for units. A location with the same code is changed.',
    permission: 'locations.manage',
    columns: LOCATION_COLUMNS,
  },
  products: {
    title: 'Products',
    noun: 'product',
    explanation:
      'Products with their codes. A row needs a UPC, or a vendor and an item code, or a seller SKU: a product that has it already is changed. Costs and MAPs are brought in under Price Lists.',
    permission: 'catalogue.write',
    columns: PRODUCT_COLUMNS,
  },
  listings: {
    title: 'Listings',
    noun: 'listing',
    explanation: 'More listings of products that exist, such as other conditions. A row names its product by UPC, or by vendor and item code.',
    permission: 'catalogue.write',
    columns: LISTING_COLUMNS,
  },
  strategies: {
    title: 'Price strategies',
    noun: 'strategy',
    explanation: 'How listings are priced: strategy, minimum, maximum and schedule. The Price Strategies page exports them with the same columns.',
    permission: 'listings.sync',
    columns: STRATEGY_COLUMNS,
  },
  stock: {
    title: 'Stock',
    noun: 'row',
    explanation: 'Units on shelves, by quantity or one row for each unit. Rows are added to the stock; a row that an earlier file brought in is skipped.',
    permission: 'stock.approve',
    columns: STOCK_COLUMNS,
  },
  vendors: {
    title: 'Vendors',
    noun: 'vendor',
    explanation: "Vendors' addresses for orders and for requests for credits, and their terms. The case pack of a product is a column of products.",
    permission: 'invoices.write',
    alsoNeeds: 'purchasing.manage',
    columns: VENDOR_COLUMNS,
  },
  competitors: {
    title: 'Competitors',
    noun: 'competitor',
    explanation: 'Seller accounts whose prices are compared with the MAP. An account with the same seller ID is changed.',
    permission: 'prices.write',
    columns: COMPETITOR_COLUMNS,
  },
  people: {
    title: 'People',
    noun: 'person',
    explanation: 'Invites people with a role. Without a mail server, their links are shown under People.',
    permission: 'people.manage',
    stepUp: true,
    columns: PEOPLE_COLUMNS,
  },
} as const satisfies Record<string, SpreadsheetKindInfo>;

export type SpreadsheetKindName = keyof typeof SPREADSHEET_KINDS;
export const SPREADSHEET_KIND_NAMES = Object.keys(SPREADSHEET_KINDS) as [SpreadsheetKindName, ...SpreadsheetKindName[]];

export function spreadsheetKind(name: SpreadsheetKindName): SpreadsheetKindInfo {
  return SPREADSHEET_KINDS[name];
}

/** Whether people with these roles may bring in a kind of records. */
export function mayBringIn(roles: readonly string[], name: SpreadsheetKindName): boolean {
  const { permission, alsoNeeds = permission } = spreadsheetKind(name);
  return isPermitted(roles, permission) && isPermitted(roles, alsoNeeds);
}
