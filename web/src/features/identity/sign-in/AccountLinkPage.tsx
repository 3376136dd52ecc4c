import { messageOf } from '@stowage/contract/errors';
import { readAccountLink, useAccountLink as useLink } from '@stowage/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callPublic } from '../../../api/call.ts';
import { mayPass } from '../../../api/problem.ts';
import { EntryFrame, EntryProblem, LinkFrame } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { signIn } from './sign-in.ts';

interface AccountLinkPageProps {
  /** The part of the mailed link after the `#`. */
  readonly token: string;
  readonly onSignedIn: () => void;
  readonly onBack: () => void;
}

/** The page of a mailed link: accepts an invitation or sets a new password. */
export function AccountLinkPage({ token, onSignedIn, onBack }: AccountLinkPageProps) {
  const link = useQuery({
    queryKey: [readAccountLink.path, token],
    queryFn: () => callPublic(readAccountLink, { body: { token } }),
    retry: (count, error) => count < 3 && mayPass(error),
    staleTime: 'static',
  });
  const back = (
    <Button onClick={onBack} className="min-h-11 w-full">
      Go to sign in
    </Button>
  );
  return (
    <LinkFrame query={link} back={back}>
      {(found) => (
        <EntryFrame title={found.purpose === 'INVITATION' ? 'Welcome to Stowage' : 'Set a new password'}>
          <PasswordForm token={token} link={found} onSignedIn={onSignedIn} onBack={onBack} />
        </EntryFrame>
      )}
    </LinkFrame>
  );
}

interface PasswordFormProps extends AccountLinkPageProps {
  readonly link: { readonly purpose: 'INVITATION' | 'PASSWORD'; readonly email: string; readonly name: string };
}

function PasswordForm({ token, link: { purpose, email, name: initialName }, onSignedIn, onBack }: PasswordFormProps) {
  const [name, setName] = useState(initialName);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isInvitation = purpose === 'INVITATION';
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await callPublic(useLink, { body: { token, password, ...(isInvitation && { name }) } });
    } catch (failure) {
      setError(messageOf(failure));
      return setBusy(false);
    }
    // With two-step sign-in this fails, and the person continues on the sign-in page.
    await signIn({ username: email, password, remember: false }).then(onSignedIn, onBack);
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {error !== undefined && <EntryProblem>{error}</EntryProblem>}
      <TextField label="Email address" type="email" autoComplete="username" value={email} readOnly />
      {isInvitation && <TextField label="Name" autoComplete="name" required maxLength={80} value={name} onText={setName} />}
      <NewPasswordField value={password} autoFocus onPassword={setPassword} />
      <Button type="submit" look="primary" disabled={isBusy} className="min-h-11 w-full">
        {isBusy ? 'Saving...' : isInvitation ? 'Accept and sign in' : 'Set password and sign in'}
      </Button>
    </Form>
  );
}
