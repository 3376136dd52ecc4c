import type { Permission } from './permissions.ts';

/** A screen in the menu. The specification fixes labels and paths. */
export interface Screen {
  readonly label: string;
  readonly path: string;
  /** Required to open the screen; without one, every signed-in person may open it. */
  readonly permission?: Permission;
}

export const MAIN_SCREENS: readonly Screen[] = [
  { label: 'Dashboard', path: '/' },
  { label: 'Returns', path: '/returns', permission: 'returns.read' },
  { label: 'Case Review', path: '/case-review' },
  { label: 'Documents', path: '/documents', permission: 'documents.read' },
  { label: 'Reports', path: '/reports' },
  { label: 'Feed Status', path: '/feed-status' },
  { label: 'Index Advisor', path: '/index-advisor', permission: 'indexes.manage' },
  { label: 'Price Lists', path: '/price-lists', permission: 'prices.read' },
  { label: 'Price Strategies', path: '/price-strategies', permission: 'prices.read' },
];

export const INVENTORY_SCREENS: readonly Screen[] = [
  { label: 'SF Inventory', path: '/merchantfulfilledinventory' },
  { label: 'SF Orders', path: '/sellerfulfilledorders', permission: 'orders.read' },
  { label: 'Receive Inventory', path: '/receiveinventory' },
  { label: 'Upload PO', path: '/receiveinventory/uploadpo', permission: 'purchasing.manage' },
  { label: 'Po/Packing List', path: '/polist' },
  { label: 'Order Drafts', path: '/purchase-orders/drafts', permission: 'purchasing.read' },
  { label: 'Reorder', path: '/reorder', permission: 'purchasing.read' },
  { label: 'PO Status List', path: '/packinglists' },
  { label: 'PO/Invoice/Credits List', path: '/poinvoicecredits', permission: 'invoices.read' },
  { label: 'Local Inventory Adjustment', path: '/localinventoryadjustment' },
  { label: 'Local Inventory Audit', path: '/localinventoryaudit' },
  { label: 'Local Inventory Report', path: '/localinventoryreport' },
  { label: 'Counts', path: '/counts' },
  { label: 'Inbound Shipments', path: '/inbound-shipments', permission: 'stock.read' },
  { label: 'Bring in data', path: '/bring-in-data', permission: 'spreadsheets.manage' },
];

export const SETTINGS_SCREEN: Screen = { label: 'Settings', path: '/admin/settings', permission: 'settings.manage' };
