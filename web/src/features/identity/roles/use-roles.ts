import { listRoles } from '@stowage/contract/identity/roles';
import { FIXED_ROLE_KEYS, fixedRole } from '@stowage/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';

interface RoleChoice {
  readonly key: string;
  readonly name: string;
  readonly about: string;
}

const FIXED: readonly RoleChoice[] = FIXED_ROLE_KEYS.map((key) => ({ key, name: fixedRole(key)?.name ?? key, about: fixedRole(key)?.about ?? '' }));

/** The roles that people can have; the fixed ones while the others are loading. */
export function useRoles(): readonly RoleChoice[] {
  return useQuery(queryFor(listRoles, {})).data ?? FIXED;
}

/** The names of roles, by their keys. */
export function namesOf(roles: readonly RoleChoice[], keys: readonly string[]): string {
  return keys.map((key) => roles.find((role) => role.key === key)?.name ?? key).join(', ');
}
