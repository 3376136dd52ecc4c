import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../../api/session.ts';
import { LeaveDialog } from '../../shared/LeaveDialog.tsx';
import { losesInput, useHasUnsaved } from '../../shared/use-unsaved.ts';

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
  return <LeaveDialog open={blocker.status === 'blocked'} onLeave={() => blocker.proceed?.()} onStay={() => blocker.reset?.()} />;
}
