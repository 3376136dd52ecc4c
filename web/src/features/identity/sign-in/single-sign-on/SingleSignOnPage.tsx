import type { SecondStepDetails } from '@stowage/contract/identity/second-step';
import { confirmSingleSignOn } from '@stowage/contract/identity/single-sign-on';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../../api/call.ts';
import { EntryFrame, EntryProblem } from '../../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { toast } from '../../../../ui/dialog/Toast.tsx';
import { SecondStepForm } from '../SecondStepForm.tsx';
import { CodeRequiredError, signInWithAnswer } from '../sign-in.ts';
import { currentTrip, forgetTrip, type RoundTripPurpose } from './round-trip.ts';

interface SingleSignOnPageProps {
  /** What the provider appended to the address of this page. */
  readonly answer: string;
  readonly onSignedIn: () => void;
  readonly onReturn: (path: string) => void;
  readonly onBack: () => void;
}

const DONE: Readonly<Record<Exclude<RoundTripPurpose, 'SIGN_IN'>, string>> = {
  CONNECT: 'Your account is connected.',
  VERIFY: 'Confirmed. Repeat your last step.',
};

/** The page to which the identity provider sends the browser back. */
export function SingleSignOnPage({ answer, onSignedIn, onReturn, onBack }: SingleSignOnPageProps) {
  const { purpose, returnTo } = currentTrip();
  const outcome = useQuery({ queryKey: [confirmSingleSignOn.path, answer], queryFn: () => finish(purpose, answer), retry: false, staleTime: 'static' });
  const { data } = outcome;
  useEffect(() => {
    if (data === undefined || data.secondStep !== undefined) return;
    forgetTrip();
    if (purpose === 'SIGN_IN') return onSignedIn();
    toast('good', DONE[purpose]);
    onReturn(returnTo);
  }, [data, purpose, returnTo, onSignedIn, onReturn]);
  if (data?.secondStep !== undefined) {
    return (
      <EntryFrame title="Confirm that it is you">
        <SecondStepForm secondStep={data.secondStep} remember={false} onSignedIn={onSignedIn} onBack={onBack} />
      </EntryFrame>
    );
  }
  if (outcome.error === null) return <EntryFrame title="One moment…">{null}</EntryFrame>;
  return (
    <EntryFrame title={purpose === 'SIGN_IN' ? 'The sign-in failed' : 'Nothing was changed'}>
      <div className="grid gap-4">
        <EntryProblem>{outcome.error.message}</EntryProblem>
        <Button look="primary" className="min-h-11 w-full" onClick={() => (purpose === 'SIGN_IN' ? onBack() : onReturn(returnTo))}>
          {purpose === 'SIGN_IN' ? 'Back to sign in' : 'Back'}
        </Button>
      </div>
    </EntryFrame>
  );
}

/** @returns the second step, if the server asks for one */
async function finish(purpose: RoundTripPurpose, answer: string): Promise<{ secondStep?: SecondStepDetails | undefined }> {
  if (purpose !== 'SIGN_IN') {
    await call(confirmSingleSignOn, { body: { purpose, answer } });
    return {};
  }
  try {
    await signInWithAnswer(answer);
    return {};
  } catch (error) {
    if (error instanceof CodeRequiredError) return { secondStep: error.secondStep };
    throw error;
  }
}
