import type { Permission } from '@stowage/contract/permissions';
import { PERMISSION_GROUPS, withNeeded } from '@stowage/contract/roles';
import { CheckRow } from '../CheckRow.tsx';

interface RolePermissionsProps {
  readonly permissions: readonly Permission[];
  /** Absent for a role that can't be changed. */
  readonly onChange?: (permissions: Permission[]) => void;
}

/** The permissions by area. Checking one also checks what it needs; unchecking one also unchecks what needs it. */
export function RolePermissions({ permissions, onChange }: RolePermissionsProps) {
  const set = (permission: Permission, isOn: boolean) =>
    onChange?.(isOn ? withNeeded([...permissions, permission]) : permissions.filter((one) => !withNeeded([one]).includes(permission)));
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {PERMISSION_GROUPS.map(({ title, permissions: labels }) => (
        <fieldset key={title} className="grid content-start gap-1.5">
          <legend className="mb-1 font-semibold">{title}</legend>
          {(Object.entries(labels) as [Permission, string][]).map(([permission, label]) => (
            <CheckRow
              key={permission}
              label={label}
              checked={permissions.includes(permission)}
              disabled={onChange === undefined}
              onChange={(isOn) => set(permission, isOn)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
