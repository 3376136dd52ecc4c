import type { Permission } from '@stowage/contract/permissions';
import { fixedRolesWith } from '@stowage/contract/roles';
import { type RawBuilder, sql } from 'kysely';

/** Whether a role of the person in the row `u` of `users` has a permission. Processes of an earlier version write `roles` only. */
export function isHolder(permission: Permission): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(u.role_keys, u.roles) && ${fixedRolesWith(permission)}::text[]
    or exists (select from roles r where r.role_key = any(u.role_keys) and ${permission} = any(r.permissions)))`;
}

/** Whether the person in the row `u` of `users` has a way to sign in: a password, an account of the identity provider or a passkey. */
export const canSignIn: RawBuilder<boolean> = sql<boolean>`(u.password_hash is not null
  or exists (select from external_identities e where e.user_id = u.id) or exists (select from passkeys k where k.user_id = u.id))`;
