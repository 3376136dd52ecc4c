import { verifyIdentity } from '@stowage/contract/identity/account';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

/** Asks for the password or a code. @param onClose called with whether the server accepted it */
export function VerifyQuestion({ onClose }: { onClose: (isVerified: boolean) => void }) {
  const [text, setText] = useState('');
  const verify = useCommand(verifyIdentity);
  const submit = () => {
    const code = text.replaceAll(/\s/g, '');
    verify.mutate({ body: /^\d{6}$/.test(code) ? { code } : { password: text } }, { onSuccess: () => onClose(true) });
  };
  return (
    <FormDialog
      title="Confirm that it is you"
      description="This needs your password or a code from your authenticator, if you did not enter one in the last minutes."
      submitLabel="Continue"
      command={verify}
      isReady={text !== ''}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <TextField label="Password or code" type="password" autoComplete="current-password" value={text} onText={setText} />
    </FormDialog>
  );
}
