import { createApiKey, listApiKeys, newApiKey } from '@stowage/contract/identity/api-keys';
import { isPermitted, type Permission } from '@stowage/contract/permissions';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { CheckList } from '../../../ui/form/CheckList.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { PERMISSION_CHOICES } from './permission-choices.ts';

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '366', label: 'One year' },
];

interface NewApiKeyDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (key: string) => void;
}

export function NewApiKeyDialog({ onClose, onCreated }: NewApiKeyDialogProps) {
  const roles = useSession()?.roles ?? [];
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [addresses, setAddresses] = useState('');
  const [scopes, setScopes] = useState<Permission[]>([]);
  const [isTried, setTried] = useState(false);
  const create = useCommand(createApiKey, [listApiKeys]);
  const input = { name, scopes, expires_in_days: Number(days), allowed_addresses: addresses.split(/[\s,;]+/).filter((text) => text !== '') };
  const problems = newApiKey.safeParse(input).error?.issues ?? [];
  const problemOf = (field: string) => (isTried ? problems.find(({ path }) => path[0] === field)?.message : undefined);
  const submit = () => {
    setTried(true);
    if (problems.length === 0) create.mutate({ body: input }, { onSuccess: ({ key }) => onCreated(key) });
  };
  return (
    <FormDialog
      title="Create an API key"
      description="The key acts for you, and never with more permissions than you have."
      submitLabel="Create"
      busyLabel="Creating..."
      size="wide"
      command={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" hint="The program that uses the key" autoComplete="off" autoFocus value={name} error={problemOf('name')} onText={setName} />
      <SelectField label="Valid for" value={days} options={LIFETIMES} onText={setDays} />
      <TextField
        label="Allowed addresses"
        hint="Such as 203.0.113.7 or 10.0.0.0/8, separated by commas. Empty: every address."
        autoComplete="off"
        value={addresses}
        error={problemOf('allowed_addresses')}
        onText={setAddresses}
      />
      <div className="grid gap-2">
        <p className="font-medium">Permissions</p>
        {problemOf('scopes') !== undefined && <p className="font-medium text-bad">{problemOf('scopes')}</p>}
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {PERMISSION_CHOICES.map(({ title, options }) => ({ title, options: options.filter(([permission]) => isPermitted(roles, permission)) }))
            .filter(({ options }) => options.length > 0)
            .map((group) => (
              <CheckList key={group.title} {...group} chosen={scopes} onChange={setScopes} />
            ))}
        </div>
      </div>
    </FormDialog>
  );
}
