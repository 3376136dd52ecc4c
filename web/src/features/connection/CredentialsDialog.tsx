import { credentialsInput, getMarketplaceConnection, saveMarketplaceCredentials } from '@stowage/contract/connection/marketplace-connection';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface CredentialsDialogProps {
  /** The current marketplace. */
  readonly marketplaceId: string | null;
  readonly returnFocusTo: () => HTMLElement | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const FIELDS = [
  { name: 'sellerId', label: 'Seller id', isSecret: false },
  { name: 'marketplaceId', label: 'Marketplace id', isSecret: false },
  { name: 'clientId', label: 'Client id', isSecret: true },
  { name: 'clientSecret', label: 'Client secret', isSecret: true },
  { name: 'refreshToken', label: 'Refresh token', isSecret: true },
] as const;
type Name = (typeof FIELDS)[number]['name'];

const UNITED_STATES = 'ATVPDKIKX0DER';

/** Enters the credentials of an account. The page sends them once and does not store them. */
export function CredentialsDialog({ marketplaceId, returnFocusTo, onSaved, onClose }: CredentialsDialogProps) {
  const [values, setValues] = useState<Record<Name, string>>({
    sellerId: '',
    marketplaceId: marketplaceId ?? UNITED_STATES,
    clientId: '',
    clientSecret: '',
    refreshToken: '',
  });
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const save = useCommand(saveMarketplaceCredentials, [getMarketplaceConnection]);
  const submit = () => {
    const parsed = credentialsInput.safeParse(values);
    setErrors(Object.fromEntries((parsed.error?.issues ?? []).toReversed().map((issue) => [issue.path[0], issue.message])));
    if (parsed.success) save.mutate({ body: parsed.data }, { onSuccess: onSaved });
  };
  return (
    <FormDialog
      title="Enter the credentials"
      description="From Seller Central, Develop Apps. They are stored encrypted and take effect immediately."
      submitLabel="Save and test"
      command={save}
      onSubmit={submit}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {FIELDS.map(({ name, label, isSecret }) => (
        <TextField
          key={name}
          label={label}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          value={values[name]}
          error={errors[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
    </FormDialog>
  );
}
