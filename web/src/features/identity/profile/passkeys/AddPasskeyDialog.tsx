import { getProfile } from '@stowage/contract/identity/account';
import { deviceName } from '@stowage/contract/identity/device-name';
import { addPasskey, listPasskeys, PASSKEY_NAME_MAX_LENGTH, startPasskey } from '@stowage/contract/identity/passkeys';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { useInvalidate } from '../../../../api/query.ts';
import { toast } from '../../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../../ui/form/Field.tsx';
import { FormDialog } from '../../../../ui/form/FormDialog.tsx';
import { createPasskey } from '../../passkey.ts';
import { RecoveryCodes } from '../RecoveryCodes.tsx';

/** @param onClose called with whether a passkey was added */
export function AddPasskeyDialog({ onClose }: { onClose: (isAdded: boolean) => void }) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const invalidate = useInvalidate();
  const add = useMutation({
    mutationFn: async () => call(addPasskey, { body: { name, passkey: await createPasskey(await call(startPasskey, {})) } }),
    onSuccess: ({ recovery_codes }) => {
      toast('good', 'The passkey was added');
      void Promise.all([listPasskeys, getProfile].map(invalidate));
      if (recovery_codes === null) onClose(true);
    },
  });
  const codes = add.data?.recovery_codes;
  if (codes) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />;
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks where to store it: on this device, on your phone or on a security key."
      submitLabel="Continue"
      busyLabel="Waiting for the browser..."
      command={add}
      isReady={name.trim() !== ''}
      onSubmit={() => add.mutate()}
      onClose={() => onClose(false)}
    >
      <TextField label="Name" hint="To distinguish your passkeys" required maxLength={PASSKEY_NAME_MAX_LENGTH} value={name} onText={setName} />
    </FormDialog>
  );
}
