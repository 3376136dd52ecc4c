import { credentialsInput, getMarketplaceConnection, saveMarketplaceCredentials } from '@stowage/contract/connection/marketplace-connection';
import { useCommand } from '../../api/query.ts';
import { SecretsDialog } from './SecretsDialog.tsx';

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

const UNITED_STATES = 'ATVPDKIKX0DER';

/** Enters the credentials of an account. */
export function CredentialsDialog({ marketplaceId, returnFocusTo, onSaved, onClose }: CredentialsDialogProps) {
  const save = useCommand(saveMarketplaceCredentials, [getMarketplaceConnection]);
  return (
    <SecretsDialog
      title="Enter the credentials"
      description="From Seller Central, Develop Apps. They are stored encrypted and take effect immediately."
      submitLabel="Save and test"
      fields={FIELDS}
      initial={{ sellerId: '', marketplaceId: marketplaceId ?? UNITED_STATES, clientId: '', clientSecret: '', refreshToken: '' }}
      schema={credentialsInput}
      command={save}
      onSubmit={(body) => save.mutate({ body }, { onSuccess: onSaved })}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
