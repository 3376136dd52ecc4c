import { Suspense, useEffect, useState } from 'react';
import { onVerificationRequired } from '../../../api/step-up.ts';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';

/** Loaded with the first question, because this part belongs to the first page. */
const Question = lazyDialog(() => import('./VerifyQuestion.tsx').then(({ VerifyQuestion }) => VerifyQuestion));

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
