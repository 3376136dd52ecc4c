import { messageOf } from '@stowage/contract/errors';
import type { SecondStepDetails } from '@stowage/contract/identity/second-step';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { EntryProblem } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { canUsePasskeys } from '../passkey.ts';
import { signInWithSecondStep } from './sign-in.ts';

interface SecondStepFormProps {
  readonly secondStep: SecondStepDetails;
  readonly remember: boolean;
  readonly onSignedIn: () => void;
  readonly onBack: () => void;
}

/** The second step after a password or the identity provider: a passkey or a code. */
export function SecondStepForm({ secondStep, remember, onSignedIn, onBack }: SecondStepFormProps) {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const hasPasskey = secondStep.passkey !== null && canUsePasskeys();
  const finish = async (given: { code?: string }) => {
    setBusy(true);
    setError(undefined);
    try {
      await signInWithSecondStep(secondStep, { ...given, remember });
      onSignedIn();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={() => finish({ code })} className="grid gap-4">
      {error !== undefined && <EntryProblem>{error}</EntryProblem>}
      {hasPasskey && (
        <Button look="primary" className="min-h-11 w-full" autoFocus disabled={isBusy} onClick={() => void finish({})}>
          <KeyRound size={16} aria-hidden /> Use your passkey
        </Button>
      )}
      <TextField
        label="Code"
        hint={hasPasskey ? 'Or a code from your authenticator, or a recovery code' : 'The six-digit code from your authenticator, or a recovery code'}
        autoComplete="one-time-code"
        required
        autoFocus={!hasPasskey}
        value={code}
        onText={setCode}
      />
      <Button type="submit" look={hasPasskey ? 'secondary' : 'primary'} disabled={isBusy} className="min-h-11 w-full">
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
      <Button look="quiet" className="min-h-11 w-full" onClick={onBack}>
        Back to sign in
      </Button>
    </Form>
  );
}
