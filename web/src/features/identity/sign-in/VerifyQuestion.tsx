import { verifyIdentity } from '@stowage/contract/identity/account';
import { listPasskeys, startPasskeyVerification } from '@stowage/contract/identity/passkeys';
import { getOwnSingleSignOn, verifyBySingleSignOn } from '@stowage/contract/identity/single-sign-on';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { askForPasskey, canUsePasskeys } from '../passkey.ts';
import { leaveFor } from './single-sign-on/round-trip.ts';

/** Asks for the password, a code, a passkey or a sign-in at the provider. @param onClose called with whether the server accepted it */
export function VerifyQuestion({ onClose }: { onClose: (isVerified: boolean) => void }) {
  const [text, setText] = useState('');
  const verify = useCommand(verifyIdentity);
  const others = useOtherProofs(() => onClose(true));
  const submit = () => {
    const code = text.replaceAll(/\s/g, '');
    verify.mutate({ body: /^\d{6}$/.test(code) ? { code } : { password: text } }, { onSuccess: () => onClose(true) });
  };
  const isBusy = verify.isPending || others.isBusy;
  return (
    <FormDialog
      title="Confirm that it is you"
      description="This needs your password or a code from your authenticator, if you did not enter one in the last minutes."
      submitLabel="Continue"
      isBusy={isBusy}
      problem={(verify.error ?? others.error)?.message}
      isReady={text !== ''}
      aside={others.list.map(({ label, run }) => (
        <Button key={label} disabled={isBusy} onClick={run}>
          {label}
        </Button>
      ))}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <TextField label="Password or code" type="password" autoComplete="current-password" value={text} onText={setText} />
    </FormDialog>
  );
}

/** The proofs that this person has besides the password. */
function useOtherProofs(onDone: () => void) {
  const passkeys = useQuery(queryFor(listPasskeys, {}));
  const connection = useQuery(queryFor(getOwnSingleSignOn, {}));
  const passkey = useMutation({
    mutationFn: async () => call(verifyIdentity, { body: { passkey: await askForPasskey(await call(startPasskeyVerification, {})) } }),
    onSuccess: onDone,
  });
  const provider = useMutation({
    mutationFn: async () => leaveFor((await call(verifyBySingleSignOn, {})).address, { purpose: 'VERIFY', returnTo: window.location.pathname }),
  });
  const list = [
    ...(canUsePasskeys() && (passkeys.data?.length ?? 0) > 0 ? [{ label: 'Use a passkey', run: () => passkey.mutate() }] : []),
    ...(connection.data?.connection ? [{ label: `Confirm with ${connection.data.label}`, run: () => provider.mutate() }] : []),
  ];
  return { list, isBusy: passkey.isPending || provider.isPending, error: passkey.error ?? provider.error };
}
