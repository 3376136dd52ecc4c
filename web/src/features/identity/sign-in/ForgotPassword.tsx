import { messageOf } from '@stowage/contract/errors';
import { FORGOT_PASSWORD_ANSWER, FORGOT_PASSWORD_ASKED, forgotPassword } from '@stowage/contract/identity/account';
import { useState } from 'react';
import { callPublic } from '../../../api/call.ts';
import { EntryFrame, EntryProblem } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';

/** Requests a link to set a new password. The answer does not reveal whether the account exists. */
export function ForgotPassword({ initialEmail, onBack }: { initialEmail: string; onBack: () => void }) {
  const [email, setEmail] = useState(initialEmail);
  const [state, setState] = useState<'asking' | 'busy' | 'sent' | 'requested'>('asking');
  const [error, setError] = useState<string>();
  const submit = async () => {
    setState('busy');
    setError(undefined);
    try {
      const { isMailed } = await callPublic(forgotPassword, { body: { email: email.trim() } });
      setState(isMailed ? 'sent' : 'requested');
    } catch (failure) {
      setError(messageOf(failure));
      setState('asking');
    }
  };
  return (
    <EntryFrame title="Forgot password?">
      {state === 'sent' || state === 'requested' ? (
        <div className="grid gap-4">
          <p role="status">{state === 'sent' ? FORGOT_PASSWORD_ANSWER : FORGOT_PASSWORD_ASKED}</p>
          <Button onClick={onBack} autoFocus className="min-h-11 w-full">
            Back to sign in
          </Button>
        </div>
      ) : (
        <Form onSubmit={submit} className="grid gap-4">
          {error !== undefined && <EntryProblem>{error}</EntryProblem>}
          <TextField label="Email address" type="email" autoComplete="username" required autoFocus value={email} onText={setEmail} />
          <Button type="submit" look="primary" disabled={state === 'busy'} className="min-h-11 w-full">
            {state === 'busy' ? 'Sending...' : 'Mail me a link'}
          </Button>
          <Button look="quiet" onClick={onBack} className="min-h-11 w-full">
            Back to sign in
          </Button>
        </Form>
      )}
    </EntryFrame>
  );
}
