import type { SecondStepDetails } from '@stowage/contract/identity/second-step';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { EntryFrame } from '../../../shared/files/EntryFrame.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { SignInForm } from './SignInForm.tsx';

const REMEMBERED_EMAIL = 'stowage.email';

interface SignInPageProps {
  readonly onSignedIn: () => void;
}

export function SignInPage({ onSignedIn }: SignInPageProps) {
  const [email, setEmail] = useState(() => localStorage.getItem(REMEMBERED_EMAIL) ?? '');
  const [remember, setRemember] = useState(email !== '');
  const [hasForgotten, setHasForgotten] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondStepDetails>();
  if (hasForgotten) return <ForgotPassword initialEmail={email} onBack={() => setHasForgotten(false)} />;
  const finish = () => {
    if (remember && email.trim() !== '') localStorage.setItem(REMEMBERED_EMAIL, email.trim());
    else localStorage.removeItem(REMEMBERED_EMAIL);
    onSignedIn();
  };
  if (secondStep !== undefined) {
    return (
      <EntryFrame title="Confirm that it is you">
        <SecondStepForm secondStep={secondStep} remember={remember} onSignedIn={finish} onBack={() => setSecondStep(undefined)} />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title="Sign in to your account" below={<Footer onSignedIn={onSignedIn} />}>
      <SignInForm
        email={email}
        remember={remember}
        onEmail={setEmail}
        onRemember={setRemember}
        onForgot={() => setHasForgotten(true)}
        onSecondStep={setSecondStep}
        onSignedIn={finish}
      />
    </EntryFrame>
  );
}

function Footer({ onSignedIn }: SignInPageProps) {
  const session = useSession();
  return (
    <>
      <p className="mt-4 text-center">
        <a href="/fba-fee-lookup" className="inline-flex min-h-7 items-center font-medium text-accent hover:underline">
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
