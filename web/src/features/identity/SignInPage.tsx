import { type FormEvent, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { signIn } from './sign-in.ts';

const REMEMBERED_EMAIL = 'stowage.email';

interface SignInPageProps {
  /** Goes to the dashboard of whoever is signed in. */
  readonly onSignedIn: () => void;
}

export function SignInPage({ onSignedIn }: SignInPageProps) {
  const session = useSession();
  const [email, setEmail] = useState(() => localStorage.getItem(REMEMBERED_EMAIL) ?? '');
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(email !== '');
  const [isForgotten, setForgotten] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signIn(email.trim(), password);
      if (isRemembered) localStorage.setItem(REMEMBERED_EMAIL, email.trim());
      else localStorage.removeItem(REMEMBERED_EMAIL);
      onSignedIn();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex justify-center">
          <Logo />
        </div>
        <div className="rounded-card border border-line bg-surface p-6 shadow-sm">
          <h1 className="mb-5 text-center text-xl font-semibold">Sign in to your account</h1>
          <form onSubmit={(event) => void submit(event)} className="grid gap-4">
            {error !== undefined && (
              <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
                {error}
              </p>
            )}
            <TextField
              label="Email address"
              type="email"
              autoComplete="username"
              required
              autoFocus
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <label className="flex min-h-6 items-center gap-2">
                <input type="checkbox" className="size-4 accent-accent" checked={isRemembered} onChange={({ target }) => setRemembered(target.checked)} />
                Remember me
              </label>
              <button
                type="button"
                aria-expanded={isForgotten}
                className="min-h-6 font-medium text-accent underline-offset-2 hover:underline"
                onClick={() => setForgotten(!isForgotten)}
              >
                Forgot password?
              </button>
            </div>
            {isForgotten && (
              <p className="rounded-md bg-sunken px-3 py-2">
                Ask an administrator for a new one: <code className="font-mono">npx stowage user reset {email.trim() || 'your e-mail'}</code>, where Stowage
                runs.
              </p>
            )}
            <Button type="submit" look="primary" disabled={isBusy} className="min-h-11 w-full">
              {isBusy ? 'Signing in...' : 'Sign in'}
            </Button>
          </form>
        </div>
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
      </div>
    </main>
  );
}
