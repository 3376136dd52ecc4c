/** The roles that an access token can carry. */
export const ROLES = ['ROLE_ADMIN', 'ROLE_USER'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Maps each permission to the roles that have it. Routes and topics declare a permission; the navigation hides screens by
 * the same table.
 */
const PERMITTED_ROLES = {
  'catalogue.read': ['ROLE_ADMIN', 'ROLE_USER'],
  /** Adds and changes products. Changing a cost also needs `prices.write`. */
  'catalogue.write': ['ROLE_ADMIN', 'ROLE_USER'],
  'stock.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'stock.write': ['ROLE_ADMIN', 'ROLE_USER'],
  'stock.approve': ['ROLE_ADMIN'],
  /** Costs, margins and the value of stock. Without it the server leaves these fields empty, see `cost()`. */
  'costs.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'prices.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'prices.write': ['ROLE_ADMIN'],
  /** Approves and declines prices that a guard holds. */
  'prices.approve': ['ROLE_ADMIN'],
  'listings.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'listings.sync': ['ROLE_ADMIN'],
  'locations.manage': ['ROLE_ADMIN'],
  'jobs.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'jobs.manage': ['ROLE_ADMIN'],
  'returns.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'returns.write': ['ROLE_ADMIN', 'ROLE_USER'],
  'cases.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'cases.write': ['ROLE_ADMIN', 'ROLE_USER'],
  'case-templates.manage': ['ROLE_ADMIN'],
  'purchasing.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'purchasing.receive': ['ROLE_ADMIN', 'ROLE_USER'],
  'purchasing.manage': ['ROLE_ADMIN'],
  'invoices.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'invoices.write': ['ROLE_ADMIN'],
  'invoices.approve': ['ROLE_ADMIN'],
  'orders.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'orders.ship': ['ROLE_ADMIN', 'ROLE_USER'],
  'orders.pii': ['ROLE_ADMIN', 'ROLE_USER'],
  /** A document also needs the permission of its area, see `DOCUMENT_TYPES`. */
  'documents.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'documents.write': ['ROLE_ADMIN', 'ROLE_USER'],
  /** Includes listing and restoring deleted documents. */
  'documents.delete': ['ROLE_ADMIN'],
  /** Deletes a document permanently before its retention ends. */
  'documents.purge': ['ROLE_ADMIN'],
  /** A person's own profile, sessions, settings and notifications. */
  'account.own': ['ROLE_ADMIN', 'ROLE_USER'],
  'people.manage': ['ROLE_ADMIN'],
  'audit.read': ['ROLE_ADMIN'],
  'settings.manage': ['ROLE_ADMIN'],
  'indexes.manage': ['ROLE_ADMIN'],
  /** Brings in files of records. Each kind also needs its own permission, see `SPREADSHEET_KINDS`. */
  'spreadsheets.manage': ['ROLE_ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMITTED_ROLES;

/** A permission by itself: what API keys have, and people whose roles are composed, in the place of roles. */
export type Scope = `scope:${Permission}`;

export function scopeOf(permission: Permission): Scope {
  return `scope:${permission}`;
}

export function isPermitted(roles: readonly string[], permission: Permission): boolean {
  if (roles.includes(scopeOf(permission))) return true;
  return PERMITTED_ROLES[permission].some((role) => roles.includes(role));
}

export function rolesWith(permission: Permission): readonly Role[] {
  return PERMITTED_ROLES[permission];
}

export const PERMISSIONS = Object.keys(PERMITTED_ROLES) as Permission[];
