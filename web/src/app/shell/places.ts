import { isPermitted, type Permission } from '@stowage/contract/permissions';
import type { Session } from '../../api/session.ts';
import type { Place } from '../../features/search/choice.ts';
import { mayOpen, SCREENS } from './screens.ts';

interface Action extends Place {
  readonly permission: Permission;
}

/** Frequent tasks and the pages where they start. */
const ACTIONS: readonly Action[] = [
  { title: 'Scan units into a location', path: '/merchantfulfilledinventory', permission: 'stock.write' },
  { title: 'Add Product', path: '/products/new', permission: 'catalogue.write' },
  { title: 'New count', path: '/counts?dialog=start', permission: 'stock.write' },
  { title: 'Print a location’s label', path: '/localinventoryadjustment?tab=locations', permission: 'stock.read' },
  { title: 'Add a location', path: '/localinventoryadjustment?tab=locations&place=new', permission: 'locations.manage' },
  { title: 'Upload a purchase order', path: '/receiveinventory/uploadpo', permission: 'purchasing.manage' },
  { title: 'Upload a price list', path: '/price-lists?window=bulk-update', permission: 'prices.write' },
  { title: 'Deleted documents', path: '/documents?deleted=true', permission: 'documents.delete' },
  { title: 'Orders to ship', path: '/sellerfulfilledorders', permission: 'orders.read' },
  { title: 'Cases whose claim ends soon', path: '/case-review?view=risk', permission: 'cases.read' },
  { title: 'Stock that differs from the marketplace', path: '/merchantfulfilledinventory?tab=stock&show=out_of_sync', permission: 'stock.read' },
  { title: 'Inventory value', path: '/localinventoryreport?tab=value', permission: 'stock.read' },
];

/** The pages and actions that a person may open. */
export function placesOf(session: Session | undefined): Place[] {
  if (session === undefined) return [];
  const pages = SCREENS.filter((screen) => mayOpen(session, screen)).map(({ label, path }) => ({ title: label, path }));
  return [...pages, ...ACTIONS.filter(({ permission }) => isPermitted(session.roles, permission)).map(({ title, path }) => ({ title, path }))];
}
