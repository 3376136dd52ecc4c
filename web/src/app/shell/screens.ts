import { INVENTORY_SCREENS, MAIN_SCREENS, type Screen, SETTINGS_SCREEN } from '@stowage/contract/menu';
import { isPermitted } from '@stowage/contract/permissions';
import type { Session } from '../../api/session.ts';

const DASHBOARD_PATHS = ['/', '/dashboard', '/admin-dashboard'];
export const DASHBOARD_SCREEN: Screen = { label: 'Dashboard', path: '/' };
const PROFILE_SCREEN: Screen = { label: 'Your profile', path: '/profile' };
export const INTEGRATIONS_SCREEN: Screen = { label: 'Integrations', path: '/admin/settings/integrations', permission: 'settings.manage' };
const API_KEYS_SCREEN: Screen = { label: 'API keys', path: '/admin/settings/api-keys', permission: 'settings.manage' };
const WEBHOOKS_SCREEN: Screen = { label: 'Webhooks', path: '/admin/settings/webhooks', permission: 'settings.manage' };
const COMPETITORS_SCREEN: Screen = { label: 'Competitors', path: '/admin/settings/competitors', permission: 'settings.manage' };
export const PEOPLE_SCREEN: Screen = { label: 'People', path: '/admin/people', permission: 'people.manage' };
export const ROLES_SCREEN: Screen = { label: 'Roles', path: '/admin/settings/roles', permission: 'people.manage' };
export const AUDIT_LOG_SCREEN: Screen = { label: 'Audit Log', path: '/audit-log', permission: 'audit.read' };
const MAILBOX_SCREEN: Screen = { label: 'Sent mails', path: '/admin/mailbox', permission: 'settings.manage' };
const NOTIFICATIONS_SCREEN: Screen = { label: 'Notifications', path: '/notifications' };
export const CASE_TEMPLATES_SCREEN: Screen = { label: 'Case Templates', path: '/case-review/templates', permission: 'case-templates.manage' };
/** The page of one order; `/orders` redirects to the list. */
const ORDER_SCREEN: Screen = { label: 'Order', path: '/orders', permission: 'orders.read' };
export const ADD_PRODUCT_SCREEN: Screen = { label: 'Add Product', path: '/products/new', permission: 'catalogue.write' };
/** The page of one product. */
const PRODUCT_SCREEN: Screen = { label: 'Product', path: '/products', permission: 'catalogue.read' };
/** The page of one draft. */
const DRAFT_SCREEN: Screen = { label: 'Purchase Order', path: '/purchase-orders', permission: 'purchasing.read' };
const BULK_SCREEN: Screen = { label: 'Bulk Actions', path: '/bulk-actions' };
const JOBS_SCREEN: Screen = { label: 'Jobs', path: '/jobs', permission: 'jobs.read' };

/** Every screen behind the sign-in; most of those that are not in the menu are reached from another one. */
export const SCREENS: readonly Screen[] = [
  ...MAIN_SCREENS,
  ...INVENTORY_SCREENS,
  SETTINGS_SCREEN,
  INTEGRATIONS_SCREEN,
  API_KEYS_SCREEN,
  WEBHOOKS_SCREEN,
  COMPETITORS_SCREEN,
  CASE_TEMPLATES_SCREEN,
  ORDER_SCREEN,
  ADD_PRODUCT_SCREEN,
  PRODUCT_SCREEN,
  DRAFT_SCREEN,
  JOBS_SCREEN,
  BULK_SCREEN,
  PEOPLE_SCREEN,
  ROLES_SCREEN,
  AUDIT_LOG_SCREEN,
  MAILBOX_SCREEN,
  NOTIFICATIONS_SCREEN,
  PROFILE_SCREEN,
];

export function mayOpen(session: Session | undefined, screen: Screen): boolean {
  if (session === undefined) return false;
  return screen.permission === undefined || [screen.permission].flat().some((permission) => isPermitted(session.roles, permission));
}

/** Compares the exact path; the dashboard has three paths. */
export function isCurrent(screen: Screen, pathname: string): boolean {
  return screen.path === '/' ? DASHBOARD_PATHS.includes(pathname) : screen.path === pathname;
}

export function dashboardPath(session: Session): '/dashboard' | '/admin-dashboard' {
  return session.roles.includes('ROLE_ADMIN') ? '/admin-dashboard' : '/dashboard';
}
