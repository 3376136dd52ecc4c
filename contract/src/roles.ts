import { PERMISSIONS, type Permission, ROLES, type Role, rolesWith, type Scope, scopeOf } from './permissions.ts';

/** The permissions in plain words, by area, as the role editor lists them. `account.own` is not listed: every role has it. */
export const PERMISSION_GROUPS: readonly { readonly title: string; readonly permissions: Partial<Record<Permission, string>> }[] = [
  { title: 'Products', permissions: { 'catalogue.read': 'See products', 'catalogue.write': 'Add and change products' } },
  {
    title: 'Stock',
    permissions: {
      'stock.read': 'See stock, counts and reports',
      'stock.write': 'Scan, move, count and correct stock',
      'stock.approve': 'Approve counts with large differences, and undo, delete and release the work of others',
      'locations.manage': 'Manage locations',
    },
  },
  { title: 'Costs', permissions: { 'costs.read': 'See costs, margins and the value of stock' } },
  {
    title: 'Prices and offers',
    permissions: {
      'prices.read': 'See price lists, MAP compliance and the pricing breakdown',
      'prices.write': 'Change price lists, costs and MAPs',
      'prices.approve': 'Approve prices that a guard holds',
      'listings.read': 'See listings, price jobs and feeds',
      'listings.sync': 'Send prices and quantities to Amazon, and assign SKUs',
    },
  },
  {
    title: 'Orders',
    permissions: {
      'orders.read': 'See orders',
      'orders.ship': 'Pack and ship orders',
      'orders.pii': 'See names and addresses of buyers',
    },
  },
  {
    title: 'Returns and cases',
    permissions: {
      'returns.read': 'See returns',
      'returns.write': 'Receive returns and decide about units',
      'cases.read': 'See cases and their photos',
      'cases.write': 'Work on cases: claims, photos and payments',
      'case-templates.manage': 'Manage case templates',
    },
  },
  {
    title: 'Purchasing',
    permissions: {
      'purchasing.read': 'See purchase orders and packing lists',
      'purchasing.receive': 'Receive packing lists',
      'purchasing.manage': 'Upload and change purchase orders and packing lists',
    },
  },
  {
    title: 'Invoices and credits',
    permissions: {
      'invoices.read': 'See invoices and credits with their amounts',
      'invoices.write': 'Enter invoices and credits, and request credits',
      'invoices.approve': 'Approve and pay invoices',
    },
  },
  {
    title: 'Documents',
    permissions: {
      'documents.read': 'See documents of the areas that the role sees',
      'documents.write': 'Upload and replace documents',
      'documents.delete': 'Delete and restore documents',
      'documents.purge': 'Delete documents permanently',
    },
  },
  { title: 'Jobs', permissions: { 'jobs.read': 'See jobs', 'jobs.manage': 'Start, repeat and cancel jobs' } },
  {
    title: 'Administration',
    permissions: {
      'people.manage': 'Manage people and roles',
      'audit.read': 'Read the audit log',
      'settings.manage': 'Change settings and connections',
      'indexes.manage': 'Use the index advisor',
      'spreadsheets.manage': 'Bring in data from files',
    },
  },
];

/** What a permission needs to be of use. A role with the first has the others too. */
const NEEDS: Partial<Record<Permission, readonly Permission[]>> = {
  'catalogue.write': ['catalogue.read'],
  'stock.write': ['stock.read'],
  'stock.approve': ['stock.read'],
  'locations.manage': ['stock.read'],
  'prices.write': ['prices.read', 'costs.read'],
  'prices.approve': ['prices.read'],
  'listings.sync': ['listings.read'],
  'orders.ship': ['orders.read'],
  'orders.pii': ['orders.read'],
  'returns.write': ['returns.read'],
  'cases.write': ['cases.read'],
  'case-templates.manage': ['cases.read'],
  'purchasing.receive': ['purchasing.read'],
  'purchasing.manage': ['purchasing.read', 'costs.read'],
  'invoices.read': ['costs.read'],
  'invoices.write': ['invoices.read'],
  'invoices.approve': ['invoices.read'],
  'documents.write': ['documents.read'],
  'documents.delete': ['documents.read'],
  'documents.purge': ['documents.delete'],
  'jobs.manage': ['jobs.read'],
  // These show the values of every field.
  'audit.read': ['costs.read'],
  'spreadsheets.manage': ['costs.read'],
};

const PERMISSION_LABELS: ReadonlyMap<string, string> = new Map(PERMISSION_GROUPS.flatMap(({ permissions }) => Object.entries(permissions)));

/** A permission in plain words, as the role editor names it. */
export function permissionLabel(permission: Permission): string {
  return PERMISSION_LABELS.get(permission) ?? permission;
}

/** The permissions with all that they need and the one that everybody has, in the order of the table. */
export function withNeeded(permissions: readonly Permission[]): Permission[] {
  const all = new Set<Permission>(['account.own']);
  const add = (permission: Permission) => {
    if (all.has(permission)) return;
    all.add(permission);
    for (const needed of NEEDS[permission] ?? []) add(needed);
  };
  for (const permission of permissions) add(permission);
  return PERMISSIONS.filter((permission) => all.has(permission));
}

const READ_ALL = PERMISSIONS.filter((permission) => permission.endsWith('.read') && permission !== 'audit.read');
const VIEW_ONLY = READ_ALL.filter((permission) => permission !== 'costs.read' && permission !== 'invoices.read');

interface RoleDefinition {
  readonly name: string;
  readonly about: string;
  readonly permissions: readonly Permission[];
}

/** The roles that every installation has. Their permissions come with the version; a copy of one can be changed. */
const FIXED_ROLES = {
  ROLE_ADMIN: { name: 'Administrator', about: 'Has all permissions.', permissions: PERMISSIONS },
  ROLE_USER: { name: 'User', about: 'Works with stock, returns and orders.', permissions: PERMISSIONS.filter((one) => rolesWith(one).includes('ROLE_USER')) },
  OWNER: { name: 'Owner', about: 'Has all permissions.', permissions: PERMISSIONS },
  MANAGER: {
    name: 'Manager',
    about: 'Runs the daily business: everything but people, settings, and approving invoices.',
    permissions: PERMISSIONS.filter((one) => !['people.manage', 'settings.manage', 'indexes.manage', 'documents.purge', 'invoices.approve'].includes(one)),
  },
  PURCHASING: {
    name: 'Purchasing',
    about: 'Orders goods, follows their receipt, enters invoices and requests credits.',
    permissions: withNeeded([
      ...(['purchasing.receive', 'purchasing.manage', 'invoices.write', 'catalogue.write', 'documents.write'] as const),
      ...(['prices.read', 'listings.read', 'stock.read', 'jobs.read'] as const),
    ]),
  },
  RECEIVING: {
    name: 'Receiving',
    about: 'Receives packing lists, and scans, moves and counts stock. Sees no costs.',
    permissions: withNeeded(['purchasing.receive', 'stock.write', 'catalogue.write', 'documents.read', 'jobs.read']),
  },
  PICKER: {
    name: 'Picker and packer',
    about: 'Packs and ships orders, with the addresses of buyers. Sees no costs.',
    permissions: withNeeded(['orders.ship', 'orders.pii', 'stock.read', 'catalogue.read', 'documents.read']),
  },
  RETURNS: {
    name: 'Returns',
    about: 'Receives returns, decides about units and works on cases. Sees no costs.',
    permissions: withNeeded(['returns.write', 'cases.write', 'stock.write', 'orders.read', 'catalogue.read', 'documents.write', 'jobs.read']),
  },
  PRICING: {
    name: 'Pricing',
    about: 'Maintains price lists, and sends and approves prices.',
    permissions: withNeeded(['prices.write', 'prices.approve', 'listings.sync', 'catalogue.read', 'stock.read', 'documents.write', 'jobs.read']),
  },
  FINANCE: {
    name: 'Finance',
    about: 'Enters, approves and pays invoices, follows credits and the payments of cases, and maintains costs.',
    permissions: withNeeded([
      ...(['invoices.write', 'invoices.approve', 'prices.write', 'cases.write', 'documents.write', 'purchasing.read'] as const),
      ...(['catalogue.read', 'stock.read', 'listings.read', 'orders.read', 'returns.read', 'jobs.read'] as const),
    ]),
  },
  AUDITOR: {
    name: 'Auditor',
    about: 'Sees everything with the audit log, and changes nothing. Sees no addresses of buyers.',
    permissions: withNeeded([...READ_ALL, 'audit.read']),
  },
  READ_ONLY: { name: 'Read-only', about: 'Sees the daily business without costs and invoices, and changes nothing.', permissions: withNeeded(VIEW_ONLY) },
} as const satisfies Record<string, RoleDefinition>;

export type FixedRole = keyof typeof FIXED_ROLES;
export const FIXED_ROLE_KEYS = Object.keys(FIXED_ROLES) as FixedRole[];

export function fixedRole(key: string): RoleDefinition | undefined {
  return Object.hasOwn(FIXED_ROLES, key) ? FIXED_ROLES[key as FixedRole] : undefined;
}

/** The keys of the fixed roles with a permission. */
export function fixedRolesWith(permission: Permission): string[] {
  return FIXED_ROLE_KEYS.filter((key) => (FIXED_ROLES[key].permissions as readonly Permission[]).includes(permission));
}

/** What a person may do: one of the specification's roles if it says exactly that, otherwise the permissions one by one. */
export function grantsOf(permissions: ReadonlySet<Permission>): (Role | Scope)[] {
  const same = ROLES.find((role) => PERMISSIONS.every((permission) => permissions.has(permission) === rolesWith(permission).includes(role)));
  return same === undefined ? PERMISSIONS.filter((permission) => permissions.has(permission)).map(scopeOf) : [same];
}

/** The role of the specification that stands for these grants, in tokens and for its clients. */
export function namedRole(grants: readonly string[]): Role {
  return grants.includes('ROLE_ADMIN') ? 'ROLE_ADMIN' : 'ROLE_USER';
}
