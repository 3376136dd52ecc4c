import type { Permission } from './permissions.ts';

/** A screen in the menu. The specification fixes labels and paths. */
export interface Screen {
  readonly label: string;
  readonly path: string;
  /** One of these is required to open the screen; without any, every signed-in person may open it. */
  readonly permission?: Permission | readonly Permission[];
}

export const MAIN_SCREENS: readonly Screen[] = [
  { label: 'Dashboard', path: '/' },
  { label: 'Returns', path: '/returns', permission: 'returns.read' },
  { label: 'Case Review', path: '/case-review', permission: 'cases.read' },
  { label: 'Documents', path: '/documents', permission: 'documents.read' },
  { label: 'Reports', path: '/reports', permission: ['prices.read', 'listings.read'] },
  { label: 'Feed Status', path: '/feed-status', permission: 'listings.read' },
  { label: 'Index Advisor', path: '/index-advisor', permission: 'indexes.manage' },
  { label: 'Price Lists', path: '/price-lists', permission: 'prices.read' },
  { label: 'Price Strategies', path: '/price-strategies', permission: 'prices.read' },
];

export const INVENTORY_SCREENS: readonly Screen[] = [
  { label: 'SF Inventory', path: '/merchantfulfilledinventory', permission: 'stock.read' },
  { label: 'SF Orders', path: '/sellerfulfilledorders', permission: 'orders.read' },
  { label: 'Receive Inventory', path: '/receiveinventory', permission: 'purchasing.read' },
  { label: 'Upload PO', path: '/receiveinventory/uploadpo', permission: 'purchasing.manage' },
  { label: 'Po/Packing List', path: '/polist', permission: 'purchasing.read' },
  { label: 'Order Drafts', path: '/purchase-orders/drafts', permission: 'purchasing.read' },
  { label: 'Reorder', path: '/reorder', permission: 'purchasing.read' },
  { label: 'PO Status List', path: '/packinglists', permission: 'purchasing.read' },
  { label: 'PO/Invoice/Credits List', path: '/poinvoicecredits', permission: 'invoices.read' },
  { label: 'Local Inventory Adjustment', path: '/localinventoryadjustment', permission: 'stock.read' },
  { label: 'Local Inventory Audit', path: '/localinventoryaudit', permission: 'stock.read' },
  { label: 'Local Inventory Report', path: '/localinventoryreport', permission: 'stock.read' },
  { label: 'Counts', path: '/counts', permission: 'stock.read' },
  { label: 'Inbound Shipments', path: '/inbound-shipments', permission: 'stock.read' },
  { label: 'Bring in data', path: '/bring-in-data', permission: 'spreadsheets.manage' },
];

export const SETTINGS_SCREEN: Screen = { label: 'Settings', path: '/admin/settings', permission: ['settings.manage', 'listings.sync'] };
