import { credentialsInput, getMarketplaceConnection, saveMarketplaceCredentials } from '@stowage/contract/marketplace-connection';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';

interface CredentialsDialogProps {
  /** The one that was entered before. */
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

/** Takes the credentials of an account. What is typed is sent once and kept nowhere in the page. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = credentialsInput.safeParse(values);
    setErrors(Object.fromEntries((parsed.error?.issues ?? []).toReversed().map((issue) => [issue.path[0], issue.message])));
    if (parsed.success) save.mutate({ body: parsed.data }, { onSuccess: onSaved });
  };
  return (
    <Dialog
      title="Enter the credentials"
      description="From Seller Central, Develop Apps. They are encrypted before they are stored, and hold at once."
      open
      returnFocusTo={returnFocusTo}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-3">
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
        {save.isError && (
          <p role="alert" className="text-bad">
            {save.error.message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save and test'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
