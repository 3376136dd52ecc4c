import { lazy, Suspense, useEffect, useState } from 'react';
import { onVerificationRequired } from '../../../api/step-up.ts';

/** Loaded with the first question, because this part belongs to the first page. */
const Question = lazy(() => import('./VerifyQuestion.tsx').then(({ VerifyQuestion }) => ({ default: VerifyQuestion })));

/** Asks for the password again when a call needs it, and lets the call continue. */
export function VerifyDialog() {
  const [resolve, setResolve] = useState<(isVerified: boolean) => void>();
  useEffect(() => onVerificationRequired(() => new Promise((answer) => setResolve(() => answer))), []);
  if (resolve === undefined) return null;
  const close = (isVerified: boolean) => {
    setResolve(undefined);
    resolve(isVerified);
  };
  return (
    <Suspense>
      <Question onClose={close} />
    </Suspense>
  );
}
