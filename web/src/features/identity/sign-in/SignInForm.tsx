import { messageOf } from '@stowage/contract/errors';
import type { SecondStepDetails } from '@stowage/contract/identity/second-step';
import { useState, useSyncExternalStore } from 'react';
import { onSessionChange, sessionEnd } from '../../../api/session.ts';
import { EntryProblem } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { OtherMethods } from './OtherMethods.tsx';
import { CodeRequiredError, signIn } from './sign-in.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';

interface SignInFormProps {
  readonly email: string;
  readonly remember: boolean;
  readonly onEmail: (email: string) => void;
  readonly onRemember: (remember: boolean) => void;
  readonly onForgot: () => void;
  /** The first step is done, and the second one needs no repetition of it. */
  readonly onSecondStep: (details: SecondStepDetails) => void;
  readonly onSignedIn: () => void;
}

/** Every way to sign in; where passwords are off, their form is for the break-glass account. */
export function SignInForm(props: SignInFormProps) {
  const { onSecondStep, onSignedIn } = props;
  const { hasPasswords, hasPasskeys, provider } = useSignInMethods();
  const [wantsPassword, setWantsPassword] = useState(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const end = useSyncExternalStore(onSessionChange, sessionEnd);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      onSignedIn();
    } catch (failure) {
      if (!(failure instanceof CodeRequiredError)) setError(messageOf(failure));
      else if (failure.secondStep === undefined) setAsksForCode(true);
      else onSecondStep(failure.secondStep);
    } finally {
      setBusy(false);
    }
  };
  const others = { provider, hasPasskeys, remember: props.remember, isBusy, onStart: (work: () => Promise<void>) => void run(work) };
  const isAlone = provider === undefined && !hasPasskeys;

  return (
    <div className="grid gap-4">
      {error !== undefined && <EntryProblem>{error}</EntryProblem>}
      {error === undefined && end !== undefined && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2">
          {end}
        </p>
      )}
      {hasPasswords || wantsPassword ? (
        <>
          <PasswordForm {...props} hasReset={hasPasswords} asksForCode={asksForCode} isBusy={isBusy} onSubmit={run} />
          {!isAlone && <p className="text-center text-muted">or</p>}
          <OtherMethods {...others} />
        </>
      ) : (
        <>
          <OtherMethods {...others} />
          <Button look="quiet" className="min-h-11 w-full" onClick={() => setWantsPassword(true)}>
            Use a password
          </Button>
        </>
      )}
    </div>
  );
}

interface PasswordFormProps extends SignInFormProps {
  readonly asksForCode: boolean;
  readonly hasReset: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: (work: () => Promise<void>) => Promise<void>;
}

function PasswordForm({ email, remember, onEmail, onRemember, onForgot, asksForCode, hasReset, isBusy, onSubmit }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submit = () => onSubmit(() => signIn({ username: email.trim(), password, remember, ...(asksForCode && { code }) }));
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <TextField label="Email address" type="email" autoComplete="username" required autoFocus value={email} onText={onEmail} />
      <TextField label="Password" type="password" autoComplete="current-password" required value={password} onText={setPassword} />
      {asksForCode && (
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
        <label className="flex min-h-7 items-center gap-2">
          <input type="checkbox" className="size-4 accent-accent" checked={remember} onChange={({ target }) => onRemember(target.checked)} />
          Remember me
        </label>
        {hasReset && (
          <button type="button" className="min-h-7 font-medium text-accent underline-offset-2 hover:underline" onClick={onForgot}>
            Forgot password?
          </button>
        )}
      </div>
      <Button type="submit" look="primary" disabled={isBusy} className="min-h-11 w-full">
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </Form>
  );
}
