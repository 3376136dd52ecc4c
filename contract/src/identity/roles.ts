import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX } from '../formats/ids.ts';
import { PERMISSIONS, type Permission } from '../permissions.ts';

export const ROLE_NAME_MAX_LENGTH = 60;
export const ROLE_ABOUT_MAX_LENGTH = 300;
export const MAX_COMPOSED_ROLES = 100;
const MAX_ROLES_OF_PERSON = 20;

export const roleKey = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/);
export const roleKeys = z.array(roleKey).min(1, 'Please choose a role').max(MAX_ROLES_OF_PERSON);

const permission = z.enum(PERMISSIONS as [Permission, ...Permission[]]);
const roleParams = z.object({ key: roleKey });

const role = z.object({
  /** Never changes, also when the role is renamed. */
  key: z.string(),
  name: z.string(),
  about: z.string(),
  permissions: z.array(permission),
  /** Comes with the version of Stowage: it can be copied, but not changed. */
  is_fixed: z.boolean(),
  /** The people who have the role, by name, deactivated ones included. */
  people: z.array(z.object({ id: z.number(), name: z.string(), is_active: z.boolean() })),
  /** 0 for a fixed role. */
  version: z.number(),
});
export type RoleRow = z.infer<typeof role>;

const composed = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(ROLE_NAME_MAX_LENGTH),
  about: z.string().trim().max(ROLE_ABOUT_MAX_LENGTH).default(''),
  /** What these need is added. */
  permissions: z.array(permission).max(PERMISSIONS.length),
});

export const listRoles = endpoint('GET /api/roles', {
  summary: 'List the roles with their permissions and people: the fixed ones, then the composed ones by name',
  response: z.array(role),
});

export const createRole = endpoint('POST /api/roles', {
  summary: 'Compose a role of permissions that you have yourself',
  body: composed,
  response: z.object({ key: z.string() }),
  reasons: ['name_taken', 'beyond_own_permissions', 'too_many_roles'],
});

export const saveRole = endpoint('POST /api/roles/:key', {
  summary: 'Rename a composed role or change its permissions. It applies to its people from their next call',
  params: roleParams,
  body: composed.extend({ version: z.int().min(1).max(INTEGER_MAX) }),
  response: success,
  reasons: ['name_taken', 'beyond_own_permissions', 'changed_meanwhile', 'fixed_role', 'last_administrator'],
});

export const deleteRole = endpoint('POST /api/roles/:key/delete', {
  summary: 'Delete a composed role that nobody has',
  params: roleParams,
  response: success,
  reasons: ['fixed_role', 'role_in_use'],
});

const separatedDuties = z.object({
  /** Nobody approves or pays an invoice that they entered or changed. */
  invoices: z.boolean(),
  /** Nobody marks a credit as received that they created. */
  credits: z.boolean(),
  /** Nobody approves a held price of a price job that they started. */
  prices: z.boolean(),
});
export type SeparatedDuties = z.infer<typeof separatedDuties>;

export const getSeparatedDuties = endpoint('GET /api/separated-duties', {
  summary: 'What the person who enters something must not approve',
  response: separatedDuties,
});

/** What is not named stays as it is, so that two people can change different duties at once. */
const changedDuties = separatedDuties.partial();
export type ChangedDuties = z.infer<typeof changedDuties>;

export const saveSeparatedDuties = endpoint('POST /api/separated-duties', {
  summary: 'Separate entering and approving. It applies to the next approval',
  body: changedDuties,
  response: success,
});
