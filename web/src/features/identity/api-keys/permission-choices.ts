import type { Permission } from '@stowage/contract/permissions';
import { PERMISSION_GROUPS } from '@stowage/contract/roles';

type Choice = readonly [Permission, string];

/** A key can't confirm who calls, as all calls about buyers' data ask. */
const isForKeys = ([permission]: Choice) => permission !== 'orders.pii';

/** The permissions that a key may have, by area. */
export const PERMISSION_CHOICES: readonly { readonly title: string; readonly options: readonly Choice[] }[] = [
  ...PERMISSION_GROUPS.map(({ title, permissions }) => ({ title, options: (Object.entries(permissions) as Choice[]).filter(isForKeys) })),
  { title: 'Own', options: [['account.own', 'Use the dashboard, notifications, views and bulk actions of the creator']] },
];

const LABELS = new Map(PERMISSION_CHOICES.flatMap(({ options }) => options));

export function permissionLabel(permission: Permission): string {
  return LABELS.get(permission) ?? permission;
}
