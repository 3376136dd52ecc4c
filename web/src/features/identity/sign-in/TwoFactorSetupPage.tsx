import { useState } from 'react';
import { currentSession, refreshedToken, storedToken } from '../../../api/session.ts';
import { EntryFrame } from '../../../shared/files/EntryFrame.tsx';
import { Button } from '../../../ui/Button.tsx';
import { canUsePasskeys } from '../passkey.ts';
import { AddPasskeyDialog } from '../profile/passkeys/AddPasskeyDialog.tsx';
import { SetUpDialog } from '../profile/TwoFactorCard.tsx';
import { signOut } from './sign-out.ts';

/** Where a person whose role needs two-step sign-in sets it up. Until then the server answers nothing else. */
export function TwoFactorSetupPage({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState<'authenticator' | 'passkey'>();
  const close = async () => {
    setOpen(undefined);
    await refreshedToken(storedToken() ?? '').catch(() => {});
    if (currentSession()?.mustSetUp === false) onDone();
  };
  return (
    <EntryFrame title="Set up two-step sign-in">
      <div className="grid gap-4">
        <p>Your role needs a second step: a code from an authenticator on your phone{canUsePasskeys() && ', or a passkey'}.</p>
        <Button look="primary" className="min-h-11 w-full" onClick={() => setOpen('authenticator')}>
          Set up
        </Button>
        {canUsePasskeys() && (
          <Button className="min-h-11 w-full" onClick={() => setOpen('passkey')}>
            Add a passkey
          </Button>
        )}
        <Button look="quiet" className="min-h-11 w-full" onClick={signOut}>
          Sign out
        </Button>
      </div>
      {open === 'authenticator' && <SetUpDialog onClose={() => void close()} />}
      {open === 'passkey' && <AddPasskeyDialog onClose={() => void close()} />}
    </EntryFrame>
  );
}
