import { changePassword } from '@stowage/contract/identity/account';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { currentSession, refreshedToken, storedToken } from '../../../api/session.ts';
import { EntryFrame, EntryProblem } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { signOut } from './sign-out.ts';

/** Where a person with a generated password chooses their own. Until then the server answers nothing else. */
export function NewPasswordPage({ onDone }: { onDone: () => void }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useCommand(changePassword, []);
  const proceed = async () => {
    await refreshedToken(storedToken() ?? '').catch(() => {});
    if (currentSession()?.mustChangePassword === false) onDone();
  };
  return (
    <EntryFrame title="Choose your password">
      <Form onSubmit={() => change.mutate({ body: { current, password } }, { onSuccess: () => void proceed() })} className="grid gap-4">
        <p>You signed in with a generated password. Choose your own to continue.</p>
        {change.isError && <EntryProblem>{change.error.message}</EntryProblem>}
        <TextField label="Generated password" type="password" autoComplete="current-password" required autoFocus value={current} onText={setCurrent} />
        <NewPasswordField value={password} onPassword={setPassword} />
        <Button type="submit" look="primary" className="min-h-11 w-full" disabled={change.isPending}>
          {change.isPending ? 'Saving...' : 'Save password'}
        </Button>
        <Button look="quiet" className="min-h-11 w-full" onClick={signOut}>
          Sign out
        </Button>
      </Form>
    </EntryFrame>
  );
}
