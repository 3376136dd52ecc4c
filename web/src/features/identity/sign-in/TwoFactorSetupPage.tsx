import { useState } from 'react';
import { currentSession, endSession, refreshedToken, storedToken } from '../../../api/session.ts';
import { EntryFrame } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SetUpDialog } from '../profile/TwoFactorCard.tsx';

/** Where a person whose role needs two-step sign-in sets it up. Until then the server answers nothing else. */
export function TwoFactorSetupPage({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = async () => {
    setOpen(false);
    await refreshedToken(storedToken() ?? '').catch(() => {});
    if (currentSession()?.mustSetUp === false) onDone();
  };
  return (
    <EntryFrame title="Set up two-step sign-in">
      <div className="grid gap-4">
        <p>Your role needs a second step: a code from an authenticator on your phone.</p>
        <Button look="primary" className="min-h-11 w-full" onClick={() => setOpen(true)}>
          Set up
        </Button>
        <Button look="quiet" className="min-h-11 w-full" onClick={() => endSession('You signed out.')}>
          Sign out
        </Button>
      </div>
      {isOpen && <SetUpDialog onClose={() => void close()} />}
    </EntryFrame>
  );
}
