import { listPasskeys, PASSKEY_NAME_MAX_LENGTH, type Passkey, renamePasskey } from '@stowage/contract/identity/passkeys';
import { useState } from 'react';
import { useCommand } from '../../../../api/query.ts';
import { TextField } from '../../../../ui/form/Field.tsx';
import { FormDialog } from '../../../../ui/form/FormDialog.tsx';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useCommand(renamePasskey, [listPasskeys]);
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      submitLabel="Save"
      command={rename}
      isReady={name.trim() !== ''}
      onSubmit={() => rename.mutate({ params: { id: passkey.id }, body: { name } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={PASSKEY_NAME_MAX_LENGTH} value={name} onText={setName} />
    </FormDialog>
  );
}
