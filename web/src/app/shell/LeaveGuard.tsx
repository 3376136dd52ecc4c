import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../../api/session.ts';
import { losesInput, useHasUnsaved } from '../../shared/use-unsaved.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

/** Asks before a link, a scan or Back leaves a form with unsaved input. The end of the session leaves it at once. */
export function LeaveGuard() {
  const [person] = useState(() => currentSession()?.userId);
  const hasUnsaved = useHasUnsaved();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => currentSession()?.userId === person && losesInput({ isSamePage: current.pathname === next.pathname }),
    withResolver: true,
    disabled: !hasUnsaved,
    // Each form asks the browser itself.
    enableBeforeUnload: false,
  });
  return (
    <ConfirmDialog
      title="Leave without saving?"
      question="What you typed is not saved."
      confirmLabel="Leave"
      isDangerous
      isBusy={false}
      open={blocker.status === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
