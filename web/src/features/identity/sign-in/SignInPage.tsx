import { useState, useSyncExternalStore } from 'react';
import { onSessionChange, sessionEnd, useSession } from '../../../api/session.ts';
import { EntryFrame, EntryProblem } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { CodeRequiredError, signIn } from './sign-in.ts';

const REMEMBERED_EMAIL = 'stowage.email';

interface SignInPageProps {
  readonly onSignedIn: () => void;
}

export function SignInPage({ onSignedIn }: SignInPageProps) {
  const [email, setEmail] = useState(() => localStorage.getItem(REMEMBERED_EMAIL) ?? '');
  const [hasForgotten, setHasForgotten] = useState(false);
  if (hasForgotten) return <ForgotPassword initialEmail={email} onBack={() => setHasForgotten(false)} />;
  return (
    <EntryFrame title="Sign in to your account" below={<Footer onSignedIn={onSignedIn} />}>
      <SignInForm email={email} onEmail={setEmail} onForgot={() => setHasForgotten(true)} onSignedIn={onSignedIn} />
    </EntryFrame>
  );
}

interface SignInFormProps extends SignInPageProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onForgot: () => void;
}

function SignInForm({ email, onEmail, onForgot, onSignedIn }: SignInFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [remember, setRemember] = useState(email !== '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const end = useSyncExternalStore(onSessionChange, sessionEnd);

  const submit = async () => {
    setBusy(true);
    setError(undefined);
    const username = email.trim();
    try {
      await signIn({ username, password, remember, ...(code !== undefined && { code }) });
      if (remember) localStorage.setItem(REMEMBERED_EMAIL, username);
      else localStorage.removeItem(REMEMBERED_EMAIL);
      onSignedIn();
    } catch (failure) {
      if (failure instanceof CodeRequiredError) setCode('');
      else setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form onSubmit={submit} className="grid gap-4">
      {error !== undefined && <EntryProblem>{error}</EntryProblem>}
      {error === undefined && end !== undefined && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2">
          {end}
        </p>
      )}
      <TextField label="Email address" type="email" autoComplete="username" required autoFocus value={email} onText={onEmail} />
      <TextField label="Password" type="password" autoComplete="current-password" required value={password} onText={setPassword} />
      {code !== undefined && (
        <TextField
          label="Code"
          hint="The six-digit code from your authenticator, or a recovery code"
          autoComplete="one-time-code"
          required
          autoFocus
          value={code}
          onText={setCode}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" className="size-4 accent-accent" checked={remember} onChange={({ target }) => setRemember(target.checked)} />
          Remember me
        </label>
        <button type="button" className="min-h-6 font-medium text-accent underline-offset-2 hover:underline" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
      <Button type="submit" look="primary" disabled={isBusy} className="min-h-11 w-full">
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </Form>
  );
}

function Footer({ onSignedIn }: SignInPageProps) {
  const session = useSession();
  return (
    <>
      <p className="mt-4 text-center">
        <a href="/fba-fee-lookup" className="inline-flex min-h-6 items-center font-medium text-accent hover:underline">
          FBA Fee Lookup
        </a>
      </p>
      {session !== undefined && (
        <p className="mt-4 text-center text-muted">
          You are signed in as {session.email}.{' '}
          <button type="button" className="font-medium text-accent hover:underline" onClick={onSignedIn}>
            Go to the dashboard
          </button>
        </p>
      )}
    </>
  );
}
