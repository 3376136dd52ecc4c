/** The roles that a sign-in token carries. */
export const ROLES = ['ROLE_ADMIN', 'ROLE_USER'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The one permission table: what may be done, and by whom. Routes and topics declare a permission, the
 * navigation asks the same table, and finer roles can follow here as data.
 */
const PERMITTED_ROLES = {
  'catalogue.read': ['ROLE_ADMIN', 'ROLE_USER'],
  /** Adds and changes products; what they cost needs `prices.write` besides. */
  'catalogue.write': ['ROLE_ADMIN', 'ROLE_USER'],
  'stock.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'stock.write': ['ROLE_ADMIN', 'ROLE_USER'],
  'stock.approve': ['ROLE_ADMIN'],
  'prices.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'prices.write': ['ROLE_ADMIN'],
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
  /** Of these, each person sees those of the areas that they may see besides. */
  'documents.read': ['ROLE_ADMIN', 'ROLE_USER'],
  'documents.write': ['ROLE_ADMIN', 'ROLE_USER'],
  /** Whoever may delete sees what was deleted, and restores it. */
  'documents.delete': ['ROLE_ADMIN'],
  /** For good, before its time. */
  'documents.purge': ['ROLE_ADMIN'],
  /** What everybody does with their own: profile, sessions, settings, notifications. */
  'account.own': ['ROLE_ADMIN', 'ROLE_USER'],
  'people.manage': ['ROLE_ADMIN'],
  'audit.read': ['ROLE_ADMIN'],
  'settings.manage': ['ROLE_ADMIN'],
  'indexes.manage': ['ROLE_ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMITTED_ROLES;

/** Whether somebody with these roles may do this. */
export function isPermitted(roles: readonly string[], permission: Permission): boolean {
  return PERMITTED_ROLES[permission].some((role) => roles.includes(role));
}

/** Who may do this. */
export function rolesWith(permission: Permission): readonly Role[] {
  return PERMITTED_ROLES[permission];
}

/** What there is to be permitted. */
export const PERMISSIONS = Object.keys(PERMITTED_ROLES) as Permission[];
