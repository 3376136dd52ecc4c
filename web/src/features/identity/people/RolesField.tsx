import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { CheckRow } from '../CheckRow.tsx';
import { useRoles } from '../roles/use-roles.ts';

interface RolesFieldProps {
  readonly value: readonly string[];
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (keys: string[]) => void;
}

/** One role by a list, or several by checkboxes. */
export function RolesField({ value, hint, error, disabled = false, onChange }: RolesFieldProps) {
  const roles = useRoles();
  const [isSeveral, setSeveral] = useState(value.length > 1);
  if (!isSeveral) {
    const options = [
      ...(value.length === 0 ? [{ value: '', label: 'Choose a role' }] : []),
      ...roles.map(({ key, name, about }) => ({ value: key, label: about === '' ? name : `${name}: ${about}` })),
    ];
    return (
      <div className="grid justify-items-start gap-2 [&>*:first-child]:w-full">
        <SelectField
          label="Role"
          {...(hint !== undefined && { hint })}
          error={error}
          value={value[0] ?? ''}
          options={options}
          disabled={disabled}
          onChange={({ target }) => onChange([target.value])}
        />
        <Button size="small" disabled={disabled} onClick={() => setSeveral(true)}>
          Choose several roles
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">Roles</legend>
      {roles.map(({ key, name, about }) => (
        <CheckRow
          key={key}
          label={name}
          hint={about}
          checked={value.includes(key)}
          disabled={disabled}
          onChange={(isOn) => onChange(isOn ? [...value, key] : value.filter((one) => one !== key))}
        />
      ))}
      {error !== undefined && <p className="text-bad">{error}</p>}
    </fieldset>
  );
}
